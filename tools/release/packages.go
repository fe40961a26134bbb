package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the format
)

const description = `Short links on your own domain, redirect rules and click analytics
Linnet is a server for short links, QR codes and link-in-bio pages, with a
dashboard and an API. It stores its data in one folder, or in PostgreSQL and
ClickHouse.`

// writePackages writes the packages for Debian and for RPM.
func (r *release) writePackages(_ context.Context, p payload) error {
	manual, err := os.ReadFile(filepath.Join(p.docs.generated, "linnet.1"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.work, "linnet.1.gz"), compressed(manual), 0o644); err != nil {
		return err
	}
	deb := r.packageInfo(p, "/usr/share/zsh/vendor-completions/_linnet")
	deb.Section, deb.Priority = "web", "optional"
	deb.Depends = []string{"libc6 (>= " + p.glibc + ")", "libgcc-s1", "ca-certificates", "passwd"}
	deb.Deb.Compression = "zstd"
	if err := r.writePackage("deb", fmt.Sprintf("linnet_%s_%s.deb", r.version(), p.arch), deb); err != nil {
		return err
	}
	rpm := r.packageInfo(p, "/usr/share/zsh/site-functions/_linnet")
	rpm.Release = "1"
	rpm.Depends = []string{"glibc >= " + p.glibc, "libgcc", "ca-certificates", "shadow-utils"}
	rpm.RPM.Compression, rpm.RPM.BuildHost = "zstd", "localhost"
	return r.writePackage("rpm", fmt.Sprintf("linnet-%s-1.%s.rpm", r.version(), compilers[p.arch].rpm), rpm)
}

// packageInfo returns what both formats have in common, with the completions of zsh at the path given.
func (r *release) packageInfo(p payload, zsh string) *nfpm.Info {
	info := &nfpm.Info{
		Name:            "linnet",
		Arch:            p.arch,
		Version:         r.tag,
		Maintainer:      "The Linnet authors",
		Vendor:          "The Linnet authors",
		Description:     description,
		License:         "Apache-2.0",
		MTime:           r.time,
		DisableGlobbing: true,
	}
	generated := func(name string) string { return filepath.Join(p.docs.generated, name) }
	unit := func(name string) *files.Content {
		return r.file(filepath.Join("deploy/systemd", name), "/usr/lib/systemd/system/"+name)
	}
	settings := r.file("deploy/packages/linnet.env", "/etc/linnet/linnet.env")
	settings.Type, settings.FileInfo.Mode = files.TypeConfigNoReplace, 0o600
	binary := r.file(p.binary, "/usr/bin/linnet")
	binary.FileInfo.Mode = 0o755
	info.Contents = files.Contents{
		binary,
		settings,
		unit("linnet.service"),
		unit("linnet-http.socket"),
		unit("linnet-https.socket"),
		r.file(filepath.Join(p.work, "linnet.1.gz"), "/usr/share/man/man1/linnet.1.gz"),
		r.file(generated("linnet.bash"), "/usr/share/bash-completion/completions/linnet"),
		r.file(generated("linnet.zsh"), zsh),
		r.file(generated("linnet.fish"), "/usr/share/fish/vendor_completions.d/linnet.fish"),
		r.file("LICENSE", "/usr/share/doc/linnet/copyright"),
		r.file(generated("LICENSES"), "/usr/share/doc/linnet/LICENSES"),
	}
	for _, name := range slices.Concat([]string{"README.md", "CHANGELOG.md"}, p.docs.guides, p.docs.examples) {
		info.Contents = append(info.Contents, r.file(name, path.Join("/usr/share/doc/linnet", filepath.ToSlash(name))))
	}
	script := func(name string) string { return filepath.Join(r.root, "deploy/packages", name) }
	info.Scripts = nfpm.Scripts{PostInstall: script("postinstall"), PreRemove: script("preremove"), PostRemove: script("postremove")}
	return info
}

// file returns a file of a package, of root and readable by all. A source that is not absolute is in the repository.
func (r *release) file(source, target string) *files.Content {
	if !filepath.IsAbs(source) {
		source = filepath.Join(r.root, source)
	}
	return &files.Content{
		Source:      source,
		Destination: target,
		FileInfo:    &files.ContentFileInfo{Owner: "root", Group: "root", Mode: 0o644, MTime: r.time},
	}
}

// writePackage writes a package in a format of nfpm.
func (r *release) writePackage(format, name string, info *nfpm.Info) (err error) {
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	if got := "v" + info.Version; !strings.HasPrefix(r.tag, got) {
		return fmt.Errorf("nfpm reads the version %s as %s", r.tag, got)
	}
	file, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return packager.Package(info, file)
}

// compressed returns text as gzip without a name and a time.
func compressed(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a known level
	_, _ = w.Write(text)                                  // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
