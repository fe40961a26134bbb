// Package mediafiles stores the files of images, in a folder or in a bucket.
//
// Visitors read images from Linnet, not from the bucket: the bucket stays private,
// images of a suspended workspace are gone at once, and addresses do not depend on the
// store. A file is read in full before its response begins, so that an error has its
// status and a slow visitor occupies no connection to the service; 32 MiB of files are
// cached. The hourly sweep lists all keys of the prefix, about one request per 150
// images. Images in a bucket are not in a backup.
package mediafiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/media"
)

const (
	// settleTime is how long an image without a record may be one that is being
	// uploaded.
	settleTime = time.Hour
	batchSize  = 500 // ids of one visit
)

// Folder implements media.Files in a folder of the file system, which all nodes of an
// install share. It is safe for concurrent use.
type Folder struct {
	dir   string
	clock clock.Clock
}

var _ media.Files = (*Folder)(nil)

// NewFolder returns the store in dir, which Put creates.
func NewFolder(dir string, clock clock.Clock) *Folder { return &Folder{dir, clock} }

// Put stores the files of an image and syncs them to disk.
func (f *Folder) Put(ctx context.Context, id string, files []media.File) error {
	dir, err := f.path(id)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of an image: %w", err)
	}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, file.Name), file.Data); err != nil {
			return fmt.Errorf("write an image: %w", err)
		}
	}
	return errors.Join(syncFolder(dir), syncFolder(f.dir))
}

func writeFile(path string, data []byte) error {
	out, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	return errors.Join(err, out.Sync(), out.Close())
}

// syncFolder makes the names of new files durable. Not every system can sync a
// folder.
func syncFolder(dir string) error {
	d, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// Open opens a file, or returns NotFound.
func (f *Folder) Open(_ context.Context, id, name string) (io.ReadSeekCloser, error) {
	dir, err := f.path(id)
	if err != nil {
		return nil, err
	}
	if _, ok := media.ValidPath(id, name); !ok {
		return nil, errNoFile()
	}
	file, err := os.Open(filepath.Join(dir, filepath.Base(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoFile()
	}
	if err != nil {
		return nil, fmt.Errorf("open an image: %w", err)
	}
	return file, nil
}

// Remove deletes the folder of an image.
func (f *Folder) Remove(_ context.Context, id string) error {
	dir, err := f.path(id)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove an image: %w", err)
	}
	return nil
}

// Folders calls visit with the ids of images that did not change for an hour.
func (f *Folder) Folders(ctx context.Context, visit func(ids []string) error) (err error) {
	dir, err := os.Open(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list images: %w", err)
	}
	defer dir.Close() //nolint:errcheck // it was only read
	for {
		entries, err := dir.ReadDir(batchSize)
		if ids := f.settled(entries); len(ids) > 0 {
			if err := visit(ids); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return fmt.Errorf("list images: %w", err)
		}
	}
}

// settled returns the ids of entries that are folders of images and did not change
// for settleTime.
func (f *Folder) settled(entries []fs.DirEntry) []string {
	var ids []string
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.IsDir() && media.ValidID(e.Name()) && f.clock.Now().Sub(info.ModTime()) >= settleTime {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// path returns the folder of an image. It refuses other names, which could lead out
// of the folder.
func (f *Folder) path(id string) (string, error) {
	if !media.ValidID(id) {
		return "", errNoFile()
	}
	return filepath.Join(f.dir, id), nil
}

func errNoFile() error { return fault.New(fault.NotFound, "There is no such image.") }
