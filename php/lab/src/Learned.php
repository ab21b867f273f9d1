<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * What a codec learns before it is measured: a profile, made by `larder train` from every second
 * value. It gets the values as Larder writes them without a profile, so that classes and int keys
 * are learned, too. Every codec is measured on the others, so that all measure the same.
 */
final class Learned
{
    /** With fewer values there is nothing to learn from, and all are measured. */
    public const MIN_VALUES = 16;

    /** The profile's, for the expressions of the codec. */
    public static ?\Larder\Profile $loaded = null;

    /** @var array<string, mixed> the options that read what was written under it */
    public static array $options = [];

    /**
     * Learns what the codec needs, if it learns at all.
     *
     * @param list<mixed> $values all of them
     *
     * @return ?string why the codec cannot be measured on these values
     */
    public static function from(Job $job, array $values): ?string
    {
        if (!$job->codec->learns) {
            return null;
        }
        if (\count($values) < self::MIN_VALUES) {
            return \sprintf(
                'it learns from values and needs %d or more, such as session:500',
                self::MIN_VALUES,
            );
        }
        if ($job->larder === null || $job->scratch === null) {
            return 'it learns a profile, for which the job names no larder and no scratch';
        }
        $profile = "{$job->scratch}/{$job->codec->id}.profile";
        $said = "$profile.said";
        $samples = "$profile.jsonl";
        try {
            self::write($values, $samples);
        } catch (\Larder\EncodeError $error) {
            return "nothing can be learned from its values: {$error->getMessage()}";
        }
        $train = [
            $job->larder,
            'train',
            $samples,
            '-o',
            $profile,
            '--sample',
            '1000000',
        ];
        $process = \proc_open(
            $train,
            [['file', '/dev/null', 'r'], ['file', $said, 'w'], ['file', $said, 'a']],
            $pipes,
        );
        if (\proc_close($process) !== 0 || !\is_file($profile)) {
            $last = \trim(
                (string) \strrchr("\n" . \trim((string) \file_get_contents($said)), "\n")
            );

            return "no profile could be learned: $last";
        }
        self::$loaded = \Larder\Profile::fromFile($profile);
        self::$options = ['profile' => self::$loaded]
            + (Objects::of($job->dataset) === null ? [] : Objects::OPTIONS);

        return null;
    }

    /**
     * Writes values as `larder convert --lines` does: a line is the value's bytes in base64.
     *
     * @param list<mixed> $values
     */
    private static function write(array $values, string $path): void
    {
        $file = \fopen($path, 'w');
        foreach ($values as $value) {
            \fwrite($file, '"' . \base64_encode(\larder_serialize($value)) . "\"\n");
        }
        \fclose($file);
    }
}
