//! Man pages and completions, as `make dist` packs them.

use std::fs;
use std::process::Command;

use crate::common::larder;

#[test]
fn every_subcommand_has_a_man_page_and_completions() {
    let share = tempfile::tempdir().unwrap();
    larder().arg("pages").arg(share.path()).assert().success();
    let read = |name: &str| fs::read_to_string(share.path().join(name)).unwrap();

    let help = larder().arg("--help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let subcommands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // The others go on with a description.
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(subcommands.contains(&"compare"), "{help}");
    let completions = [
        "bash-completion/completions/larder",
        "zsh/site-functions/_larder",
        "fish/vendor_completions.d/larder.fish",
    ];
    for name in &subcommands {
        let page = read(&format!("man/man1/larder-{name}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
        for place in completions {
            assert!(read(place).contains(name), "{place} has no {name}");
        }
    }
    assert!(read("man/man1/larder-profile-publish.1").contains("redis://"));
    assert!(!share.path().join("man/man1/larder-runner.1").exists());

    // The shell itself takes what is for it.
    let output = Command::new("bash")
        .arg("-c")
        .arg(
            "source \"$0\" && COMP_WORDS=(larder com) COMP_CWORD=1 && _larder larder com larder \
             && echo \"${COMPREPLY[*]}\"",
        )
        .arg(share.path().join(completions[0]))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "compare\n", "{output:?}");
}

#[test]
fn a_file_in_place_of_the_folder_is_one_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = larder().arg("pages").arg(file.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("larder: cannot create "), "{text}");
    assert_eq!(text.lines().count(), 1);
}
