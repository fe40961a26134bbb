package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/files"
)

// Target is a place of backups. A backup is complete or absent.
type Target interface {
	// Create stores what write writes under a name, and calls verify with a reader of
	// what was stored. After an error there is no such backup.
	Create(ctx context.Context, name string, write func(io.Writer) error, verify func(io.Reader) error) error
	// Open opens a backup, or returns fs.ErrNotExist.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Exists reports whether there is something of that name.
	Exists(ctx context.Context, name string) (bool, error)
	// Names returns the names of what is stored, in no order.
	Names(ctx context.Context) ([]string, error)
	// Remove deletes a backup.
	Remove(ctx context.Context, name string) error
	// CleanUp removes what interrupted calls of Create with names that begin with
	// prefix left, but not what pending calls are storing.
	CleanUp(ctx context.Context, prefix string) error
	// Path returns the place of a name, as messages show it.
	Path(name string) string
}

// NamePrefix is the beginning of the names that backups have unless their user chooses
// another name.
const NamePrefix = "linnet-"

// Save stores the archive that write writes under a new name, encrypted by the seal,
// and reads it back to compare its checksum. size is the number of bytes that the target
// stores. Before that it removes incomplete backups with NamePrefix that a killed process
// left.
func Save(ctx context.Context, t Target, name string, seal Seal, write func(io.Writer) error) (m Manifest, size int64, err error) {
	exists, err := t.Exists(ctx, name)
	if err != nil {
		return m, 0, err
	}
	if exists {
		return m, 0, fmt.Errorf("%s already exists; choose another name", t.Path(name))
	}
	if err := t.CleanUp(ctx, NamePrefix); err != nil {
		return m, 0, fmt.Errorf("remove incomplete backups: %w", err)
	}
	written := sha256.New()
	err = t.Create(ctx, name, func(w io.Writer) (err error) {
		m, err = seal.Write(io.MultiWriter(w, written), write)
		return err
	}, func(r io.Reader) (err error) {
		read := sha256.New()
		if size, err = io.Copy(read, r); err != nil {
			return fmt.Errorf("verify the backup: %w", err)
		}
		if string(read.Sum(nil)) != string(written.Sum(nil)) {
			return errors.New("verify the backup: other bytes were stored than were written")
		}
		return nil
	})
	return m, size, err
}

// Folder is a Target in a folder. Backups can be read by their owner only.
type Folder struct{ Dir string }

// partSuffix is the suffix of incomplete backups.
const partSuffix = ".part"

// Create writes a file with another name, verifies it and renames it.
func (f Folder) Create(_ context.Context, name string, write func(io.Writer) error, verify func(io.Reader) error) (err error) {
	part := filepath.Join(f.Dir, name+partSuffix)
	file, err := createPart(part)
	if err != nil {
		return fmt.Errorf("create the backup file: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err == nil {
		err = verify(file)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(part, f.Path(name))
}

// createPart creates an incomplete backup, or empties one that a killed process left. The
// lock shows other processes that it is not abandoned.
func createPart(path string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if errors.Is(files.Lock(file), files.ErrLocked) { // another error: a file system without locks
		return nil, errors.Join(fmt.Errorf("%s is being written by another process", path), file.Close())
	}
	if err := file.Truncate(0); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Open opens a file.
func (f Folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(f.Path(name))
}

// Exists reports whether there is a file or a folder of that name.
func (f Folder) Exists(_ context.Context, name string) (bool, error) {
	_, err := os.Stat(f.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, err
}

// Names returns the names of the regular files. It makes the folder if there is
// none.
func (f Folder) Names(context.Context) ([]string, error) {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the backup folder: %w", err)
	}
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, fmt.Errorf("read the backup folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Remove deletes a file.
func (f Folder) Remove(_ context.Context, name string) error { return os.Remove(f.Path(name)) }

// CleanUp removes incomplete files that no process is writing, where the file system has
// locks.
func (f Folder) CleanUp(_ context.Context, prefix string) error {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var errs []error
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && strings.HasPrefix(name, prefix) && strings.HasSuffix(name, partSuffix) {
			errs = append(errs, removeAbandoned(f.Path(name)))
		}
	}
	return errors.Join(errs...)
}

// removeAbandoned removes an incomplete backup unless a process is writing it.
func removeAbandoned(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it was completed, or removed by another process
	}
	if err != nil {
		return err
	}
	locked := files.Lock(file)
	if err := file.Close(); err != nil || locked != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) { // Windows needs the file closed
		return err
	}
	return nil
}

// Path returns the path of a file.
func (f Folder) Path(name string) string { return filepath.Join(f.Dir, name) }

// Objects are the objects of a bucket. A missing one is fs.ErrNotExist. An object is
// complete or absent.
type Objects interface {
	Upload(ctx context.Context, key, contentType string, write func(io.Writer) error) error
	Download(ctx context.Context, key string) (io.ReadCloser, error)
	Stat(ctx context.Context, key string) (size int64, err error)
	List(ctx context.Context, prefix string, visit func(key string, size int64, at time.Time) error) error
	Remove(ctx context.Context, key string) error
	// AbortUploads discards the unfinished uploads that were started before a time.
	AbortUploads(ctx context.Context, prefix string, before time.Time) error
	String() string
}

// Bucket is a Target in a bucket.
type Bucket struct{ Objects Objects }

// staleUpload is the age of an unfinished upload that CleanUp discards. Another node
// may be uploading to the same place.
const staleUpload = 24 * time.Hour

// Create uploads an object and reads it back.
func (b Bucket) Create(ctx context.Context, name string, write func(io.Writer) error, verify func(io.Reader) error) error {
	if err := b.Objects.Upload(ctx, name, "application/octet-stream", write); err != nil {
		return err
	}
	err := b.verify(ctx, name, verify)
	if err != nil {
		err = errors.Join(err, b.Objects.Remove(context.WithoutCancel(ctx), name))
	}
	return err
}

func (b Bucket) verify(ctx context.Context, name string, verify func(io.Reader) error) (err error) {
	stored, err := b.Objects.Download(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stored.Close()) }()
	return verify(stored)
}

// Open opens an object.
func (b Bucket) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	return b.Objects.Download(ctx, name)
}

// Exists reports whether there is an object of that name.
func (b Bucket) Exists(ctx context.Context, name string) (bool, error) {
	_, err := b.Objects.Stat(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Names returns the names of the objects that are not deeper in the bucket.
func (b Bucket) Names(ctx context.Context) (names []string, err error) {
	err = b.Objects.List(ctx, "", func(key string, _ int64, _ time.Time) error {
		if !strings.Contains(key, "/") {
			names = append(names, key)
		}
		return nil
	})
	return names, err
}

// Remove deletes an object.
func (b Bucket) Remove(ctx context.Context, name string) error { return b.Objects.Remove(ctx, name) }

// CleanUp discards the unfinished uploads of a day ago and before.
func (b Bucket) CleanUp(ctx context.Context, prefix string) error {
	return b.Objects.AbortUploads(ctx, prefix, clock.System{}.Now().Add(-staleUpload))
}

// Path returns the address of an object.
func (b Bucket) Path(name string) string { return b.Objects.String() + "/" + name }
