//! Where the runners are: in the checkout that the binary was built in, in `share/larder` where it
//! was installed, or in `LARDER_HOME`.

use std::env;
use std::path::PathBuf;

/// The folder that holds `php/lab`, `jvm/lab` and `lab`.
pub struct Home(PathBuf);

impl Home {
    /// `LARDER_HOME` if it is set, else the nearest folder above the binary that holds the runners,
    /// itself or in its `share/larder`.
    pub fn find() -> Option<Home> {
        if let Some(home) = env::var_os("LARDER_HOME") {
            return Some(Home(home.into()));
        }
        let binary = env::current_exe().ok()?.canonicalize().ok()?;
        binary
            .ancestors()
            .skip(1)
            .flat_map(|folder| [folder.into(), folder.join("share/larder")])
            .find(|folder| folder.join(PHP_RUNNER).is_file())
            .map(Home)
    }

    pub fn php_runner(&self) -> PathBuf {
        self.0.join(PHP_RUNNER)
    }

    /// The PHP extension, if it is built.
    pub fn php_extension(&self) -> Option<PathBuf> {
        Some(self.0.join("target/release/liblarder_php.so")).filter(|built| built.is_file())
    }

    pub fn jvm_runner(&self) -> PathBuf {
        self.0.join("jvm/lab/target/larder-lab.jar")
    }

    /// The Spark job of an article.
    pub fn spark_runner(&self) -> PathBuf {
        self.0.join("jvm/lab-spark/target/larder-lab-spark.jar")
    }

    /// The Spring Boot service, if it is built.
    pub fn service(&self) -> PathBuf {
        self.0.join("jvm/lab-service/target/larder-lab-service.jar")
    }

    /// A program that scripts/setup has installed.
    pub fn tool(&self, name: &str) -> Option<PathBuf> {
        Some(self.0.join("target/tools/bin").join(name)).filter(|tool| tool.is_file())
    }

    /// Where generated datasets are kept between runs; anything in it may be deleted.
    pub fn cache(&self) -> PathBuf {
        self.0.join("target/datasets")
    }
}

const PHP_RUNNER: &str = "php/lab/runner.php";
