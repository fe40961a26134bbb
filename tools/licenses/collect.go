package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// dependency is one module or package with the names of its licences; none
// when no licence was recognized.
type dependency struct {
	name, version string
	licences      []string
	dir           string // folder of its files, where its licences are
}

type module struct {
	Path, Version, Dir string
	Main               bool
	Replace            *module
}

// goModules returns the modules linked into the binary on Linux, by path. The
// machine that makes the list does not change it.
func goModules(root, arch string) ([]dependency, error) {
	list := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/linnet")
	list.Dir, list.Stderr = root, os.Stderr
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=1")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	seen := map[string]bool{}
	var found []dependency
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *module }
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || p.Module.Main || seen[p.Module.Path] {
			continue
		}
		seen[p.Module.Path] = true
		licences, err := licencesIn(p.Module.Dir)
		if err != nil {
			return nil, err
		}
		found = append(found, dependency{p.Module.Path, p.Module.Version, licences, p.Module.Dir})
	}
	return sorted(found), nil
}

// licencesIn returns the licences of the licence files of a folder, without
// duplicates. The licence of a logo is not read, nor is a list of the licences
// of other modules, which have a row of their own.
func licencesIn(dir string) ([]string, error) {
	files, err := licenceFiles(dir, "LOGO", "3RD-PARTY")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		licences := detect(string(text))
		if len(licences) == 0 {
			licences = []string{"unknown (" + filepath.Base(file) + ")"}
		}
		found = append(found, licences...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// licenceFiles returns the paths of the licence files of a folder, without those
// whose name in capitals contains one of the words.
func licenceFiles(dir string, without ...string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		isLicence := strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") || strings.HasPrefix(name, "COPYING")
		excluded := slices.ContainsFunc(without, func(word string) bool { return strings.Contains(name, word) })
		if !e.IsDir() && isLicence && !excluded {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// npmPackages returns the packages that the lock file lists for production, by
// name. The lock file has each package's own `license`, so that nothing need be
// installed.
func npmPackages(lockFile string) ([]dependency, error) {
	data, err := os.ReadFile(lockFile)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, DevOptional bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(lockFile), err)
	}
	var found []dependency
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional {
			continue
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		d := dependency{name: name, version: p.Version, dir: filepath.Join(filepath.Dir(lockFile), path)}
		if p.License != "" {
			d.licences = []string{p.License}
		}
		found = append(found, d)
	}
	return sorted(found), nil
}

func sorted(all []dependency) []dependency {
	slices.SortFunc(all, func(a, b dependency) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.version, b.version))
	})
	return slices.CompactFunc(all, func(a, b dependency) bool { return a.name == b.name && a.version == b.version })
}
