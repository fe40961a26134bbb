package backup

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Extract unpacks an archive into dir, which must exist, and returns its
// manifest. It writes at most limit bytes and only the files that the manifest
// lists, each with the size and checksum listed there. After an error, dir
// holds an incomplete copy that the caller removes.
func Extract(r io.Reader, dir string, limit int64) (Manifest, error) {
	create := func(f File) (io.WriteCloser, error) {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		return os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	}
	return read(r, limit, create)
}

// Check reads a whole archive and verifies every size and checksum.
func Check(r io.Reader) (Manifest, error) {
	return read(r, 1<<62, func(File) (io.WriteCloser, error) { return discard{io.Discard}, nil })
}

type discard struct{ io.Writer }

// Close does nothing.
func (discard) Close() error { return nil }

func read(r io.Reader, limit int64, create func(File) (io.WriteCloser, error)) (Manifest, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	in := tar.NewReader(zip)
	m, err := readManifest(in)
	if err != nil {
		return m, err
	}
	if m.Bytes() > limit {
		return m, fmt.Errorf("the backup needs %d MB of disk space and %d MB are free; make room first", m.Bytes()>>20, limit>>20)
	}
	for _, f := range m.Files {
		if err := readFile(in, f, create); err != nil {
			return m, err
		}
	}
	if _, err := in.Next(); !errors.Is(err, io.EOF) {
		return m, fmt.Errorf("%w: data after the last file", errDamaged)
	}
	// The checksum of the gzip stream is behind the last file.
	if _, err := io.Copy(io.Discard, io.LimitReader(zip, 1<<20)); err != nil {
		return m, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return m, nil
}

func readManifest(in *tar.Reader) (Manifest, error) {
	header, err := in.Next()
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if header.Name != manifestName || header.Size > maxManifestBytes {
		return Manifest{}, fmt.Errorf("%w: it does not begin with %s", errDamaged, manifestName)
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxManifestBytes))
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return parseManifest(raw)
}

// readFile copies the next entry, which must be f.
func readFile(in *tar.Reader, f File, create func(File) (io.WriteCloser, error)) error {
	header, err := in.Next()
	if err != nil {
		return fmt.Errorf("%w: %s: %w", errDamaged, f.Name, err)
	}
	if header.Name != f.Name || header.Typeflag != tar.TypeReg || header.Size != f.Size {
		return fmt.Errorf("%w: %q instead of %q", errDamaged, header.Name, f.Name)
	}
	out, err := create(f)
	if err != nil {
		return fmt.Errorf("restore %s: %w", f.Name, err)
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, h), in)
	if closed := out.Close(); err == nil {
		err = closed
	}
	var writing *fs.PathError
	switch {
	case errors.As(err, &writing):
		return fmt.Errorf("restore %s: %w", f.Name, err)
	case err != nil:
		return fmt.Errorf("%w: %s: %w", errDamaged, f.Name, err)
	}
	if n != f.Size || hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("%w: checksum of %s", errDamaged, f.Name)
	}
	return nil
}
