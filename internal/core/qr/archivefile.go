package qr

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"
)

// FileName returns the name of a code's files without extension: the code's label
// without characters that file systems reject.
func FileName(label string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, label)
	return cmp.Or(strings.Trim(name, "-. "), "qr-code")
}

// archiveEntry is a written file of an archive.
type archiveEntry struct {
	Name   string `json:"n"`
	Packed uint64 `json:"p"` // bytes
	Size   uint64 `json:"s"` // bytes
	CRC    uint32 `json:"c"`
	Method uint16 `json:"m"`
}

// archiveWriter writes a part of a ZIP archive. entries are those of earlier parts, which
// the directory at the end of the archive lists too.
type archiveWriter struct {
	out      bytes.Buffer
	entries  []archiveEntry
	modified time.Time
}

// unique returns a file name that the archive does not have.
func (w *archiveWriter) unique(stem, extension string) string {
	name := stem + "." + extension
	for n := 2; ; n++ {
		taken := false
		for _, e := range w.entries {
			taken = taken || strings.EqualFold(e.Name, name)
		}
		if !taken {
			return name
		}
		name = fmt.Sprintf("%s (%d).%s", stem, n, extension)
	}
}

// add adds a file.
func (w *archiveWriter) add(name string, content []byte, compress bool) error {
	e := archiveEntry{Name: name, Size: uint64(len(content)), CRC: crc32.ChecksumIEEE(content), Method: zip.Store}
	if compress {
		var packed bytes.Buffer
		f, err := flate.NewWriter(&packed, flate.DefaultCompression)
		if err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		_, err = f.Write(content)
		if err = cmp.Or(err, f.Close()); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		content, e.Method = packed.Bytes(), zip.Deflate
	}
	e.Packed = uint64(len(content))
	z := zip.NewWriter(&w.out)
	if err := w.copy(z, e, bytes.NewReader(content)); err != nil {
		return err
	}
	w.entries = append(w.entries, e)
	return z.Flush()
}

// copy writes an entry with its packed content.
func (w *archiveWriter) copy(z *zip.Writer, e archiveEntry, packed io.Reader) error {
	raw, err := z.CreateRaw(&zip.FileHeader{
		Name:               e.Name,
		Method:             e.Method,
		CRC32:              e.CRC,
		CompressedSize64:   e.Packed,
		UncompressedSize64: e.Size,
		Modified:           w.modified,
	})
	if err == nil {
		_, err = io.Copy(raw, packed)
	}
	if err != nil {
		return fmt.Errorf("add %s: %w", e.Name, err)
	}
	return nil
}

// finish adds the directory. It writes the whole archive again, with zeros as contents,
// and uses only what follows them: the offsets are then right.
func (w *archiveWriter) finish() error {
	end := tail{to: &w.out}
	z := zip.NewWriter(&end)
	for _, e := range w.entries {
		if err := w.copy(z, e, io.LimitReader(zeros{}, int64(e.Packed))); err != nil { //nolint:gosec // the length of a slice
			return err
		}
	}
	if err := z.Flush(); err != nil {
		return fmt.Errorf("write the directory of an archive: %w", err)
	}
	end.open = true
	if err := z.Close(); err != nil {
		return fmt.Errorf("write the directory of an archive: %w", err)
	}
	return nil
}

// zeros is an endless reader of zeros.
type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// tail discards what is written before it is open.
type tail struct {
	to   io.Writer
	open bool
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	if t.open {
		return t.to.Write(p)
	}
	return len(p), nil
}
