package backup

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes an archive of all files below dir to w. It fills in Format and
// Files of the manifest. The files must not change meanwhile.
func Write(w io.Writer, dir string, m Manifest) error {
	m.Format = FormatVersion
	var err error
	if m.Files, err = listFiles(dir); err != nil {
		return fmt.Errorf("list the files of the backup: %w", err)
	}
	manifest, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	out := tar.NewWriter(zip)
	header := &tar.Header{Typeflag: tar.TypeReg, Name: manifestName, Size: int64(len(manifest)), Mode: 0o600, ModTime: m.CreatedAt}
	if err := out.WriteHeader(header); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	if _, err := out.Write(manifest); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	for _, f := range m.Files {
		if err := writeFile(out, dir, f, m); err != nil {
			return fmt.Errorf("write %s to the backup: %w", f.Name, err)
		}
	}
	if err := errors.Join(out.Close(), zip.Close()); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return nil
}

// listFiles returns the regular files below dir with size and checksum, in
// lexical order.
func listFiles(dir string) (files []File, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f := File{Name: filepath.ToSlash(name)}
		if err := checkName(f.Name); err != nil {
			return err
		}
		if f.Size, f.SHA256, err = digest(path); err != nil {
			return err
		}
		files = append(files, f)
		return nil
	})
	return files, err
}

func digest(path string) (size int64, sum string, err error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return 0, "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	h := sha256.New()
	size, err = io.Copy(h, file)
	return size, hex.EncodeToString(h.Sum(nil)), err
}

func writeFile(out *tar.Writer, dir string, f File, m Manifest) error {
	file, err := os.Open(filepath.Join(dir, filepath.FromSlash(f.Name)))
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	header := &tar.Header{Typeflag: tar.TypeReg, Name: f.Name, Size: f.Size, Mode: 0o600, ModTime: m.CreatedAt}
	if err := out.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(out, file)
	return err
}
