package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// source is a package that contains a list.
type source struct {
	name, version string
	fetch         func(folder, name, version string) error // into an empty folder
	read          func(folder string) ([]header, error)
}

// sources returns the lists that package registries have.
func sources() []source {
	return []source{
		{"matomo-device-detector", "6.4.5-1", fetchDebian, deviceDetector},
		{"mobile-detect", "0.3.0", fetchNPM, mobileDetect}, // later versions do not contain their test data
		{"woothee", "1.11.1", fetchNPM, woothee},
		{"crawler-user-agents", "1.60.0", fetchNPM, crawlers},
		{"top-crawler-agents", "1.0.35", fetchNPM, topCrawlers},
	}
}

// load returns the headers of a list, which it fetches into a folder of cache first
// unless it is there.
func (s source) load(cache string) (headers []header, err error) {
	folder := filepath.Join(cache, s.name+"-"+s.version)
	if _, err := os.Stat(folder); err != nil {
		part, err := os.MkdirTemp(cache, s.name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(part) }() // what a failed fetch has left
		if err := s.fetch(part, s.name, s.version); err != nil {
			return nil, err
		}
		if err := os.Rename(part, folder); err != nil {
			return nil, err
		}
	}
	return s.read(folder)
}

func fetchNPM(folder, name, version string) error {
	if _, err := output("npm", "pack", "--silent", "--pack-destination", folder, name+"@"+version); err != nil {
		return err
	}
	return unpack(folder, "*.tgz")
}

// fetchDebian fetches the source package of a Debian release by apt, from the mirror
// that apt uses.
func fetchDebian(folder, name, version string) error {
	const release = "trixie"
	mirrors, err := output("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
	if err != nil {
		return err
	}
	mirror, _, _ := strings.Cut(mirrors, "\n")
	line := fmt.Sprintf("deb-src %s %s main\n", mirror, release)
	list := filepath.Join(folder, "source.list")
	if err := os.WriteFile(list, []byte(line), 0o600); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "lists", "partial"), 0o700); err != nil {
		return err
	}
	apt := func(arguments ...string) error {
		command := exec.Command("apt-get", append([]string{
			"-o", "Dir::Etc::sourcelist=" + list, "-o", "Dir::Etc::sourceparts=/dev/null", "-o", "Dir::State::lists=" + filepath.Join(folder, "lists"),
			"-o", "Dir::Cache=" + folder,
		}, arguments...)...)
		command.Dir = folder
		text, err := command.CombinedOutput()
		if err != nil {
			return fmt.Errorf("apt-get %s: %w\n%s", arguments[0], err, text)
		}
		return nil
	}
	if err := apt("update"); err != nil {
		return err
	}
	// A mirror may lack Debian's part of the package, which is not needed.
	return errors.Join(unpackAfter(apt("source", "--download-only", name+"="+version), folder), os.RemoveAll(filepath.Join(folder, "lists")))
}

// unpackAfter unpacks the archive of the upstream source. Where there is none, it
// returns err, that of the download.
func unpackAfter(err error, folder string) error {
	if failed := unpack(folder, "*.orig.tar.*"); failed != nil {
		return errors.Join(err, failed)
	}
	return nil
}

// unpack unpacks the one archive of a folder with a name of the pattern.
func unpack(folder, pattern string) error {
	archives, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		return err
	}
	if len(archives) != 1 {
		return fmt.Errorf("%d archives %s in %s", len(archives), pattern, folder)
	}
	if _, err := output("tar", "-x", "-C", folder, "-f", archives[0]); err != nil {
		return err
	}
	return os.Remove(archives[0])
}

func output(program string, arguments ...string) (string, error) {
	command := exec.Command(program, arguments...)
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(arguments, " "), err)
	}
	return string(text), nil
}
