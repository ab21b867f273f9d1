<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * What a codec learns before it is measured: a profile, made by `larder train` from every second
 * value. Every codec is measured on the others, so that all measure the same.
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
     * @return ?string why the codec cannot be measured on these values
     */
    public static function from(Job $job, int $values): ?string
    {
        if ($job->codec->learns === null) {
            return null;
        }
        if ($values < self::MIN_VALUES) {
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
        $train = [
            $job->larder,
            'train',
            $job->values,
            '-o',
            $profile,
            '--level',
            $job->codec->learns,
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
        self::$options = ['profile' => self::$loaded];

        return null;
    }
}
