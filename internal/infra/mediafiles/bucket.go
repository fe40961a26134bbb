package mediafiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/media"
)

// Bounds of a bucket.
const (
	// MaxFile is the maximum size of a file in bytes. Those of an image with 1280
	// pixels have less than a fifth of it.
	MaxFile = 16 << 20
	// cacheBytes is the size of the cache of files. It spares visitors of popular
	// pages the way to the service.
	cacheBytes = 32 << 20
	// bucketTimeout limits one operation on an image. That of Open is the caller's.
	bucketTimeout = 20 * time.Second
)

// Objects are the objects of a bucket. A missing one is fs.ErrNotExist.
type Objects interface {
	Put(ctx context.Context, key, contentType string, data []byte) error
	Get(ctx context.Context, key string, limit int64) ([]byte, error)
	Remove(ctx context.Context, key string) error
	// List calls visit with each object whose key begins with prefix, in the order of
	// keys.
	List(ctx context.Context, prefix string, visit func(key string, size int64, at time.Time) error) error
}

// Bucket implements media.Files in a bucket, with the keys <id>/<name>. It caches
// files in memory, which never change. It is safe for concurrent use.
type Bucket struct {
	objects Objects
	clock   clock.Clock
	cache   *otter.Cache[string, []byte]
}

var _ media.Files = (*Bucket)(nil)

// NewBucket returns the store in a bucket.
func NewBucket(objects Objects, clock clock.Clock) *Bucket {
	return &Bucket{
		objects: objects,
		clock:   clock,
		cache: otter.Must(&otter.Options[string, []byte]{
			MaximumWeight: cacheBytes,
			Weigher:       func(key string, data []byte) uint32 { return uint32(len(key) + len(data)) }, //nolint:gosec // at most MaxFile
		}),
	}
}

// Put stores the files of an image. It is Unavailable while the service is away.
func (b *Bucket) Put(ctx context.Context, id string, files []media.File) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	for _, file := range files {
		if err := b.write(ctx, id, file); err != nil {
			return away(ctx, err, "Images cannot be stored at the moment. Try again in a few minutes.")
		}
	}
	return nil
}

func (b *Bucket) write(ctx context.Context, id string, file media.File) error {
	contentType, ok := media.ValidPath(id, file.Name)
	if !ok || len(file.Data) > MaxFile {
		return fmt.Errorf("%s/%s with %d bytes is not a file of an image", id, file.Name, len(file.Data))
	}
	return b.objects.Put(ctx, path.Join(id, file.Name), contentType, file.Data)
}

// Open returns a file, or NotFound. It is Unavailable while the service is away.
func (b *Bucket) Open(ctx context.Context, id, name string) (io.ReadSeekCloser, error) {
	if _, ok := media.ValidPath(id, name); !ok {
		return nil, errNoFile()
	}
	key := path.Join(id, name)
	data, cached := b.cache.GetIfPresent(key)
	if !cached {
		var err error
		data, err = b.objects.Get(ctx, key, MaxFile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, errNoFile()
		}
		if err != nil {
			return nil, away(ctx, err, "Images cannot be read at the moment. Try again in a few minutes.")
		}
		b.cache.Set(key, data)
	}
	return memoryFile{bytes.NewReader(data)}, nil
}

// memoryFile is a file in memory. The whole file is read before a response begins,
// so that a visitor with a slow connection occupies none to the service, and an error
// of the service still has its status.
type memoryFile struct{ *bytes.Reader }

// Close does nothing.
func (memoryFile) Close() error { return nil }

// Remove deletes the files of an image. It is Unavailable while the service is away.
func (b *Bucket) Remove(ctx context.Context, id string) error {
	if !media.ValidID(id) {
		return errNoFile()
	}
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	var keys []string
	err := b.objects.List(ctx, id+"/", func(key string, _ int64, _ time.Time) error {
		keys = append(keys, key)
		return nil
	})
	for _, key := range keys {
		b.cache.Invalidate(key)
		if err == nil {
			err = b.objects.Remove(ctx, key)
		}
	}
	if err != nil {
		return away(ctx, err, "The files of the image cannot be deleted at the moment. Linnet tries again.")
	}
	return nil
}

// Folders calls visit with the ids of images that did not change for an hour.
func (b *Bucket) Folders(ctx context.Context, visit func(ids []string) error) error {
	var ids []string
	current, newest := "", time.Time{}
	flush := func(limit int) error {
		if media.ValidID(current) && b.clock.Now().Sub(newest) >= settleTime {
			ids = append(ids, current)
		}
		if len(ids) <= limit {
			return nil
		}
		full := ids
		ids = nil
		return visit(full)
	}
	err := b.objects.List(ctx, "", func(key string, _ int64, at time.Time) error {
		id, _, _ := strings.Cut(key, "/")
		if id == current {
			newest = later(newest, at)
			return nil
		}
		err := flush(batchSize - 1)
		current, newest = id, at
		return err
	})
	if err == nil {
		err = flush(0)
	}
	return err
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// away returns the fault of an operation that the service did not perform.
func away(ctx context.Context, err error, sentence string) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return err // the client left
	}
	return fault.Wrap(err, fault.Unavailable, sentence)
}
