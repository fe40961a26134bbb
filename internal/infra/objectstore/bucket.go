// Package objectstore stores objects in a bucket of Amazon S3 or a compatible
// service. The operator configures the address, which may be in a private network.
//
// The client is minio-go, which signs, retries three times and splits uploads; Amazon's
// SDK has several times as many modules. Credentials come from the standard environment
// (AWS_ACCESS_KEY_ID …, a shared file, or the role of the machine); an address with
// credentials is refused without repeating it. The metadata address of a cloud is
// requested only for Amazon, or if the environment names a role; without credentials a
// request fails instead of being anonymous. A connection may take 5 seconds to open, a
// response 30 seconds to begin, and no byte may take 60 seconds. Requests do not go
// through package outbound, because the operator chose the address.
package objectstore

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"linnet/internal/base/ident"
	"linnet/internal/base/s3url"
)

const (
	// maxAttempts is the number of attempts of a request.
	maxAttempts = 3
	// partSize is the size in bytes of the parts of an upload of unknown size: what
	// an upload holds in memory. An object has at most 10,000 parts, 312 GiB.
	partSize = 32 << 20
)

// Bucket is a place in a bucket. Keys are below its prefix. Objects are never
// visible in part. It is safe for concurrent use.
type Bucket struct {
	core minio.Core
	at   s3url.URL
}

// Open returns the bucket at a place. It makes no request. The credentials are the
// standard ones of the environment, see credentialsOf.
func Open(at s3url.URL) (*Bucket, error) {
	host, secure := at.Host()
	core, err := minio.NewCore(host, &minio.Options{
		Creds:      credentialsOf(at),
		Secure:     secure,
		Transport:  newTransport(),
		Region:     at.Region,
		MaxRetries: maxAttempts,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	return &Bucket{*core, at}, nil
}

// String returns the place without a secret.
func (b *Bucket) String() string { return b.at.String() }

// Put stores an object of a media type. It replaces an object of that key.
func (b *Bucket) Put(ctx context.Context, key, contentType string, data []byte) error {
	_, err := b.core.Client.PutObject(ctx, b.at.Bucket, b.at.Key(key), bytes.NewReader(data), int64(len(data)),
		minio.PutObjectOptions{ContentType: contentType, SendContentMd5: true, DisableMultipart: true})
	return b.explain("write", key, err)
}

// Get returns an object. It is fs.ErrNotExist if there is none, and an error if it
// has more than limit bytes.
func (b *Bucket) Get(ctx context.Context, key string, limit int64) ([]byte, error) {
	data, _, err := b.get(ctx, key, limit)
	return data, b.explain("read", key, err)
}

func (b *Bucket) get(ctx context.Context, key string, limit int64) ([]byte, http.Header, error) {
	body, info, header, err := b.core.GetObject(ctx, b.at.Bucket, b.at.Key(key), minio.GetObjectOptions{})
	if err != nil {
		return nil, nil, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	if info.Size > limit {
		return nil, nil, fmt.Errorf("it has %d bytes; at most %d are expected", info.Size, limit)
	}
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err == nil && int64(len(data)) != info.Size {
		err = io.ErrUnexpectedEOF
	}
	return data, header, err
}

// Stat returns the size of an object in bytes, or fs.ErrNotExist.
func (b *Bucket) Stat(ctx context.Context, key string) (int64, error) {
	info, err := b.core.StatObject(ctx, b.at.Bucket, b.at.Key(key), minio.StatObjectOptions{})
	return info.Size, b.explain("read", key, err)
}

// Remove deletes an object. It succeeds if there is none.
func (b *Bucket) Remove(ctx context.Context, key string) error {
	err := b.core.RemoveObject(ctx, b.at.Bucket, b.at.Key(key), minio.RemoveObjectOptions{})
	if err = b.explain("delete", key, err); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// List calls visit with the key, the size in bytes and the time of each object whose
// key begins with prefix, in the order of keys. It stops at an error of visit and
// returns it.
func (b *Bucket) List(ctx context.Context, prefix string, visit func(key string, size int64, at time.Time) error) error {
	return b.list(ctx, prefix, 0, visit)
}

// list is List with a page size; 0: that of the service.
func (b *Bucket) list(ctx context.Context, prefix string, page int, visit func(key string, size int64, at time.Time) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing after an error of visit
	base := b.at.Key("")
	options := minio.ListObjectsOptions{Prefix: base + prefix, Recursive: true, MaxKeys: page}
	for o := range b.core.ListObjectsIter(ctx, b.at.Bucket, options) {
		if o.Err != nil {
			return b.explain("list", prefix, o.Err)
		}
		if key := strings.TrimPrefix(o.Key, base); key != "" && !strings.HasSuffix(key, "/") {
			if err := visit(key, o.Size, o.LastModified); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// Reach returns nil if the bucket can be listed.
func (b *Bucket) Reach(ctx context.Context) error {
	enough := errors.New("enough")
	err := b.list(ctx, "", 1, func(string, int64, time.Time) error { return enough })
	if errors.Is(err, enough) {
		return nil
	}
	return err
}

// Probe writes, reads and deletes an object, and returns the time of the service's
// clock; zero if it did not tell.
func (b *Bucket) Probe(ctx context.Context) (time.Time, error) {
	key := ".linnet-probe-" + hex.EncodeToString(ident.Bytes(8))
	content := []byte("This object was written by linnet doctor. It can be deleted.\n")
	if err := b.Put(ctx, key, "text/plain", content); err != nil {
		return time.Time{}, err
	}
	read, header, err := b.get(ctx, key, int64(len(content)))
	if err = b.explain("read", key, err); err == nil && !bytes.Equal(read, content) {
		err = fmt.Errorf("%s returns other bytes than were written", b.at)
	}
	if err := errors.Join(err, b.Remove(ctx, key)); err != nil {
		return time.Time{}, err
	}
	at, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return time.Time{}, nil //nolint:nilerr // the header is optional
	}
	return at, nil
}
