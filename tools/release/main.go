// Command release writes the artifacts of a version of Linnet: for each architecture an archive, a Debian package, an RPM
// package, an OCI image and an SBOM in SPDX, and the checksums of all. Two runs on the same commit with the same toolchain
// write the same bytes, in whatever folders the checkouts are.
//
// It needs a built web application (`make pages`), the C and C++ compilers of each architecture, and for images the
// commands apt-get and dpkg-deb, with which it fetches and unpacks the packages of the images' base.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	r := release{}
	arches := flag.String("arch", "amd64,arm64", "architectures, separated by commas")
	flag.StringVar(&r.tag, "version", "", "version, such as v1.2.3")
	flag.StringVar(&r.root, "root", "../..", "folder of the repository")
	flag.StringVar(&r.out, "out", "dist", "folder of the artifacts, below the repository's folder")
	flag.Parse()
	r.arches = strings.Split(*arches, ",")
	if err := r.run(context.Background()); err != nil {
		log.Fatalln("release:", err)
	}
}

// release is one run of the command.
type release struct {
	tag, root, out string
	arches         []string
	time           time.Time // of the commit; the time of all files
}

// semantic is the form of a version: that of Semantic Versioning 2.0.0 after a v, without build metadata.
var semantic = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$`)

// version returns the version without the v of its tag.
func (r *release) version() string { return strings.TrimPrefix(r.tag, "v") }

func (r *release) run(ctx context.Context) error {
	if !semantic.MatchString(r.tag) {
		return fmt.Errorf("the version %q is not one such as v1.2.3 or v1.2.3-rc.1", r.tag)
	}
	root, err := filepath.Abs(r.root)
	if err != nil {
		return err
	}
	r.root, r.out = root, filepath.Join(root, r.out)
	if r.time, err = r.commitTime(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.root, "internal/edge/webui/dist/app.html")); err != nil {
		return errors.New("the web application is not built: run make pages")
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "linnet-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	docs, err := r.documents(ctx, work)
	if err != nil {
		return err
	}
	for _, arch := range r.arches {
		if err := r.build(ctx, arch, work, docs); err != nil {
			return fmt.Errorf("%s: %w", arch, err)
		}
	}
	return writeChecksums(r.out)
}

// payload is what the artifacts of one architecture are made of.
type payload struct {
	arch   string
	work   string // folder of temporary files
	binary string // path
	glibc  string // least version that the binary needs, such as 2.34
	docs   documents
}

// build writes the artifacts of one architecture. Temporary files are below work.
func (r *release) build(ctx context.Context, arch, work string, docs documents) error {
	p := payload{arch: arch, work: filepath.Join(work, arch), docs: docs}
	var err error
	if p.binary, err = r.compile(ctx, arch, p.work); err != nil {
		return err
	}
	if p.glibc, err = glibcOf(p.binary); err != nil {
		return err
	}
	log.Printf("%s: the binary needs glibc %s; packing", arch, p.glibc)
	for _, write := range []func(context.Context, payload) error{r.writeSBOM, r.writeArchive, r.writePackages, r.writeImage} {
		if err := write(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// commitTime returns the time of the commit that is checked out, or that of SOURCE_DATE_EPOCH. It fails when tracked files
// differ from the commit, because the artifacts could then not be built again.
func (r *release) commitTime(ctx context.Context) (time.Time, error) {
	if changed, err := r.output(ctx, "git", "status", "--porcelain", "--untracked-files=no"); err != nil {
		return time.Time{}, err
	} else if changed != "" {
		return time.Time{}, fmt.Errorf("files differ from the commit; commit or stash them:\n%s", changed)
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		var err error
		if seconds, err = r.output(ctx, "git", "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, err
		}
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("the time of the commit: %w", err)
	}
	return time.Unix(n, 0).UTC(), nil
}

// output runs a command in the repository and returns what it printed, without the last line feed.
func (r *release) output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := r.outputIn(ctx, nil, name, args...)
	return strings.TrimRight(string(out), "\n"), err
}

// outputIn is like output, with more variables in the environment, and returns the bytes.
func (r *release) outputIn(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = r.root, append(os.Environ(), env...)
	var out, said bytes.Buffer
	command.Stdout, command.Stderr = &out, &said
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out.String(), said.String())
	}
	return out.Bytes(), nil
}
