package mediafiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"linnet/internal/core/media"
)

const (
	copyWorkers     = 8
	maxCopyFailures = 100 // a copy stops after them
	listedFailures  = 5
)

// Source is a store whose files can be read in full.
type Source interface {
	// Each calls visit with each file of an image.
	Each(ctx context.Context, visit func(id, name string) error) error
	// Read returns a file, or fs.ErrNotExist.
	Read(ctx context.Context, id, name string) ([]byte, error)
}

// Target is a Source that takes files.
type Target interface {
	Source
	// Write stores a file durably. It replaces a file of that name.
	Write(ctx context.Context, id, name string, data []byte) error
}

var (
	_ Target = (*Folder)(nil)
	_ Target = (*Bucket)(nil)
)

// Report is the result of a copy.
type Report struct {
	Images   int      `json:"images"`   // of the source
	Files    int      `json:"files"`    // of the source
	Bytes    int64    `json:"bytes"`    // of the files that are verified
	Copied   int      `json:"copied"`   // files written by this copy
	Present  int      `json:"present"`  // files that the target already had
	Verified int      `json:"verified"` // files that the target returns byte by byte
	Failed   int      `json:"failed"`
	Failures []string `json:"failures"` // the first of them
	Target   int      `json:"target"`   // files of the target, at the end
}

// Complete reports whether the target has every file of the source.
func (r *Report) Complete() bool {
	return r.Failed == 0 && r.Verified == r.Files && r.Target >= r.Files
}

// Copy copies all files from one store to another and reads each of them back. A
// file that the target already has is only compared, so that a copy can be repeated
// after an interruption. It calls progress, one call at a time, after each file.
func Copy(ctx context.Context, from Source, to Target, progress func(Report)) (Report, error) {
	c := copier{from: from, to: to, progress: progress, report: Report{Failures: []string{}}}
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(copyWorkers)
	last := ""
	err := from.Each(working, func(id, name string) error {
		c.mu.Lock()
		c.report.Files++
		if id != last {
			c.report.Images++
		}
		c.mu.Unlock()
		last = id
		workers.Go(func() error { return c.one(working, id, name) })
		return working.Err()
	})
	if waited := workers.Wait(); waited != nil {
		err = waited
	}
	if err != nil {
		return c.report, fmt.Errorf("copy the images: %w", err)
	}
	err = to.Each(ctx, func(string, string) error {
		c.report.Target++
		return nil
	})
	return c.report, err
}

type copier struct {
	from     Source
	to       Target
	progress func(Report)

	mu     sync.Mutex
	report Report
}

// one copies and verifies a file. Its error ends the copy.
func (c *copier) one(ctx context.Context, id, name string) error {
	size, written, err := c.transfer(ctx, id, name)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.report.Failed++
		if len(c.report.Failures) < listedFailures {
			c.report.Failures = append(c.report.Failures, fmt.Sprintf("%s/%s: %v", id, name, err))
		}
		if c.report.Failed >= maxCopyFailures {
			return fmt.Errorf("%d files failed; the last one: %w", c.report.Failed, err)
		}
		return nil
	case written:
		c.report.Copied++
	default:
		c.report.Present++
	}
	c.report.Verified++
	c.report.Bytes += int64(size)
	c.progress(c.report)
	return nil
}

// transfer copies a file unless the target has it, and reports whether it wrote it.
func (c *copier) transfer(ctx context.Context, id, name string) (size int, written bool, err error) {
	data, err := c.from.Read(ctx, id, name)
	if err != nil {
		return 0, false, err
	}
	stored, err := c.to.Read(ctx, id, name)
	if err == nil && bytes.Equal(stored, data) {
		return len(data), false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false, err
	}
	if err := c.to.Write(ctx, id, name, data); err != nil {
		return 0, false, err
	}
	if stored, err = c.to.Read(ctx, id, name); err != nil {
		return 0, false, fmt.Errorf("read it back: %w", err)
	}
	if !bytes.Equal(stored, data) {
		return 0, false, errors.New("the target returns other bytes than were written")
	}
	return len(data), true, nil
}

// Each calls visit with each file of an image.
func (b *Bucket) Each(ctx context.Context, visit func(id, name string) error) error {
	return b.objects.List(ctx, "", func(key string, _ int64, _ time.Time) error {
		id, name, _ := strings.Cut(key, "/")
		if _, ok := media.ValidPath(id, name); !ok {
			return nil
		}
		return visit(id, name)
	})
}

// Read returns a file, or fs.ErrNotExist.
func (b *Bucket) Read(ctx context.Context, id, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	return b.objects.Get(ctx, path.Join(id, name), MaxFile)
}

// Write stores a file.
func (b *Bucket) Write(ctx context.Context, id, name string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	return b.write(ctx, id, media.File{Name: name, Data: data})
}

// Each calls visit with each file of an image.
func (f *Folder) Each(ctx context.Context, visit func(id, name string) error) error {
	err := filepath.WalkDir(f.dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return errors.Join(err, ctx.Err())
		}
		id, name := filepath.Base(filepath.Dir(at)), filepath.Base(at)
		if _, ok := media.ValidPath(id, name); !ok || filepath.Dir(filepath.Dir(at)) != filepath.Clean(f.dir) {
			return nil
		}
		return visit(id, name)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Read returns a file, or fs.ErrNotExist.
func (f *Folder) Read(_ context.Context, id, name string) ([]byte, error) {
	at, err := f.file(id, name)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(at) //nolint:gosec // file checks the name
}

// Write stores a file under another name first, so that an interrupted copy leaves
// no file in part.
func (f *Folder) Write(_ context.Context, id, name string, data []byte) error {
	at, err := f.file(id, name)
	if err != nil {
		return err
	}
	dir := filepath.Dir(at)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	part := at + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeFile(part, data); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return errors.Join(os.Rename(part, at), syncFolder(dir))
}

func (f *Folder) file(id, name string) (string, error) {
	if _, ok := media.ValidPath(id, name); !ok {
		return "", fmt.Errorf("%s/%s is not a file of an image", id, name)
	}
	return filepath.Join(f.dir, id, name), nil
}
