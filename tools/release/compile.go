package main

import (
	"cmp"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// compiler names the compilers of an architecture and its names in packages.
type compiler struct {
	goarch, cc, cxx string
	rpm             string // architecture in the names of RPM packages
	install         string // Debian packages with the compilers
}

var compilers = map[string]compiler{ //nolint:gochecknoglobals // a constant table
	"amd64": {"amd64", "x86_64-linux-gnu-gcc", "x86_64-linux-gnu-g++", "x86_64", "gcc g++"},
	"arm64": {"arm64", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++", "aarch64", "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu"},
}

// compile builds the binary of an architecture in the folder work, unless it is there, and returns its path. The C++
// library is linked statically, so that the binary runs on systems with an older one. libgcc is not: the static one needs
// a later glibc, and every system has the dynamic one.
func (r *release) compile(ctx context.Context, arch, work string) (string, error) {
	c, known := compilers[arch]
	if !known {
		return "", errors.New("unknown architecture; the known ones are amd64 and arm64")
	}
	binary := filepath.Join(work, "linnet")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	archive, err := r.output(ctx, c.cc, "-print-file-name=libstdc++.a")
	if err != nil {
		return "", fmt.Errorf("the compilers are missing; on Debian: apt-get install %s\n%w", c.install, err)
	}
	if !filepath.IsAbs(archive) {
		return "", fmt.Errorf("the static C++ library is missing; on Debian: apt-get install %s", c.install)
	}
	// DuckDB asks for -lstdc++, which the linker takes from the first folder that has a library of this name.
	static := filepath.Join(work, "static")
	if err := os.MkdirAll(static, 0o755); err != nil {
		return "", err
	}
	if err := os.Symlink(archive, filepath.Join(static, "libstdc++.a")); err != nil {
		return "", err
	}
	object := filepath.Join(work, "arc4random.o")
	if _, err := r.output(ctx, c.cc, "-O2", "-c", "-o", object, "tools/release/compat/arc4random.c"); err != nil {
		return "", err
	}
	log.Printf("%s: compiling", arch)
	// Without an id of the build, which depends on the flags and so on the path of the folder above.
	link := fmt.Sprintf("-Wl,--no-export-dynamic -L%s %s", static, object)
	flags := fmt.Sprintf("-s -w -buildid= -X linnet/internal/app.version=%s -extldflags '%s'", r.tag, link)
	env := []string{
		"CGO_ENABLED=1", "GOOS=linux", "GOARCH=" + c.goarch, "CC=" + c.cc, "CXX=" + c.cxx,
		"GOFLAGS=-trimpath -buildvcs=false -tags=sqlite_fts5", "GOTOOLCHAIN=local",
	}
	_, err = r.outputIn(ctx, env, "go", "build", "-ldflags", flags, "-o", binary, "./cmd/linnet")
	return binary, err
}

// systemLibraries are the libraries that the binary may load: those of glibc, and libgcc.
var systemLibraries = []string{ //nolint:gochecknoglobals // a constant list
	"libgcc_s.so.1", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "libresolv.so.2",
	"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
}

// glibcOf returns the least version of glibc that a binary needs. It fails when the binary loads a library that glibc does
// not have and that is not libgcc.
func glibcOf(binary string) (string, error) {
	file, err := elf.Open(binary)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // only read
	libraries, err := file.ImportedLibraries()
	if err != nil {
		return "", err
	}
	for _, name := range libraries {
		if !slices.Contains(systemLibraries, name) {
			return "", fmt.Errorf("the binary loads %s", name)
		}
	}
	symbols, err := file.ImportedSymbols()
	if err != nil {
		return "", err
	}
	var versions []string
	for _, s := range symbols {
		if v, ok := strings.CutPrefix(s.Version, "GLIBC_"); ok {
			versions = append(versions, v)
		}
	}
	if len(versions) == 0 {
		return "", errors.New("the binary needs no version of glibc: is it linked dynamically?")
	}
	return slices.MaxFunc(versions, compareVersions), nil
}

// compareVersions compares versions of numbers between points.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		return cmp.Compare(m, n)
	})
}
