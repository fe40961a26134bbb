package main

import (
	"archive/tar"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// entry is a file, folder or symbolic link of an archive. Its owner is a number, 0 unless set, without a name.
type entry struct {
	name   string // without a leading slash
	source string // path of a file
	text   []byte // content of a file without a source
	link   string // target of a symbolic link
	folder bool
	mode   fs.FileMode // permissions; 0644 unless set, 0755 for folders
	owner  int
}

// writeTar writes entries, sorted by name, with the time of all.
func writeTar(w io.Writer, entries []entry, at time.Time) error {
	t := tar.NewWriter(w)
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	for _, e := range entries {
		if err := e.write(t, at); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return t.Close()
}

func (e entry) write(t *tar.Writer, at time.Time) error {
	header := &tar.Header{Name: e.name, ModTime: at, Uid: e.owner, Gid: e.owner, Format: tar.FormatPAX}
	switch {
	case e.folder:
		header.Typeflag, header.Name, header.Mode = tar.TypeDir, e.name+"/", int64(cmp.Or(e.mode, 0o755))
		return t.WriteHeader(header)
	case e.link != "":
		header.Typeflag, header.Linkname, header.Mode = tar.TypeSymlink, e.link, 0o777
		return t.WriteHeader(header)
	case e.source == "":
		header.Typeflag, header.Size, header.Mode = tar.TypeReg, int64(len(e.text)), int64(cmp.Or(e.mode, 0o644))
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		_, err := t.Write(e.text)
		return err
	}
	file, err := os.Open(e.source)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header.Typeflag, header.Size, header.Mode = tar.TypeReg, info.Size(), int64(cmp.Or(e.mode, 0o644))
	if err := t.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(t, file)
	return err
}

// writeArchive writes the archive for systems without packages: the binary, its documents and the examples of deploy.
func (r *release) writeArchive(_ context.Context, p payload) (err error) {
	folder := fmt.Sprintf("linnet_%s_linux_%s", r.version(), p.arch)
	generated := func(name string) string { return filepath.Join(p.docs.generated, name) }
	entries := []entry{
		{name: "linnet", source: p.binary, mode: 0o755},
		{name: "linnet.1", source: generated("linnet.1")},
		{name: "completions/linnet.bash", source: generated("linnet.bash")},
		{name: "completions/linnet.zsh", source: generated("linnet.zsh")},
		{name: "completions/linnet.fish", source: generated("linnet.fish")},
		{name: "LICENSES", source: generated("LICENSES")},
	}
	for _, name := range slices.Concat([]string{"LICENSE", "README.md", "CHANGELOG.md"}, p.docs.guides, p.docs.examples) {
		entries = append(entries, entry{name: filepath.ToSlash(name), source: filepath.Join(r.root, name)})
	}
	for i := range entries {
		entries[i].name = path.Join(folder, entries[i].name)
	}
	file, err := os.Create(filepath.Join(r.out, folder+".tar.zst"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	z, err := zstd.NewWriter(file, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(writeTar(z, entries, r.time), z.Close())
}

// writeChecksums writes SHA256SUMS, which `sha256sum --check` reads, of all files of a folder.
func writeChecksums(folder string) error {
	files, err := os.ReadDir(folder) // sorted
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, entry := range files {
		sum, err := checksum(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sum, entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(lines.String()), 0o644)
}

func checksum(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hash.Sum(nil), err
}
