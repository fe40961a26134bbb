package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/minio/minio-go/v7"
)

// abortTimeout limits the requests that discard an upload.
const abortTimeout = 30 * time.Second

// Upload stores what write writes as an object, with at most partSize bytes in
// memory. The object does not exist until write has returned nil: after an error,
// or if the process is killed, there is no object.
func (b *Bucket) Upload(ctx context.Context, key, contentType string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reader, writer := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(writer)
		written <- err
		if err == nil {
			err = io.EOF
		}
		_ = writer.CloseWithError(err) // it always returns nil
	}()
	_, err := b.core.Client.PutObject(ctx, b.at.Bucket, b.at.Key(key), reader, -1, minio.PutObjectOptions{
		ContentType:    contentType,
		SendContentMd5: true,
		PartSize:       partSize,
		NumThreads:     1,
	})
	_ = reader.CloseWithError(err) // ends write; it always returns nil
	if writeErr := <-written; writeErr != nil && (err == nil || !errors.Is(writeErr, err)) {
		err = errors.Join(writeErr, b.Remove(context.WithoutCancel(ctx), key))
		return err
	}
	return b.explain("write", key, err)
}

// AbortUploads discards the unfinished uploads of keys that begin with prefix and
// that were started before a time. Interrupted processes leave them.
func (b *Bucket) AbortUploads(ctx context.Context, prefix string, before time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, abortTimeout)
	defer cancel()
	var errs []error
	for upload := range b.core.ListIncompleteUploads(ctx, b.at.Bucket, b.at.Key(prefix), true) {
		if upload.Err != nil {
			return b.explain("list uploads of", prefix, upload.Err)
		}
		if upload.Initiated.Before(before) {
			errs = append(errs, b.core.AbortMultipartUpload(ctx, b.at.Bucket, upload.Key, upload.UploadID))
		}
	}
	return b.explain("discard uploads of", prefix, errors.Join(errs...))
}

// Download opens an object for reading. The reader continues after a broken
// connection. It is fs.ErrNotExist if there is no such object.
func (b *Bucket) Download(ctx context.Context, key string) (io.ReadCloser, error) {
	d := &download{ctx: ctx, bucket: b, key: key}
	return d, d.open()
}

// download reads an object, with several requests if connections break.
type download struct {
	ctx    context.Context //nolint:containedctx // that of the caller, for the requests of Read
	bucket *Bucket
	key    string

	body   io.ReadCloser // nil after an error
	etag   string
	offset int64
	size   int64
	failed int // connections that broke since the last byte
}

func (d *download) open() error {
	b := d.bucket
	options := minio.GetObjectOptions{}
	if d.offset > 0 {
		if err := errors.Join(options.SetRange(d.offset, 0), options.SetMatchETag(d.etag)); err != nil {
			return err
		}
	}
	body, info, _, err := b.core.GetObject(d.ctx, b.at.Bucket, b.at.Key(d.key), options)
	if err != nil {
		return b.explain("read", d.key, err)
	}
	if d.offset == 0 {
		d.etag, d.size = info.ETag, info.Size
	}
	d.body = body
	return nil
}

// Read reads on. An error other than io.EOF is about the connection, not about the
// content.
func (d *download) Read(p []byte) (int, error) {
	for {
		if d.offset >= d.size {
			return 0, io.EOF
		}
		if d.body == nil {
			if err := d.open(); err != nil {
				return 0, &ReadError{err}
			}
		}
		n, err := d.body.Read(p)
		d.offset += int64(n)
		if n > 0 {
			d.failed = 0
			return n, nil
		}
		if err == nil {
			continue
		}
		if d.failed++; d.failed >= maxAttempts || d.ctx.Err() != nil {
			return 0, &ReadError{fmt.Errorf("read %s of %s: %w", d.key, d.bucket.at, err)}
		}
		_ = d.body.Close()
		d.body = nil
	}
}

// Close ends the download.
func (d *download) Close() error {
	if d.body == nil {
		return nil
	}
	return d.body.Close()
}

// ReadError is an error of the connection while an object is read.
type ReadError struct{ err error }

// Error returns the message of the connection's error.
func (e *ReadError) Error() string { return e.err.Error() }

// Unwrap returns the connection's error.
func (e *ReadError) Unwrap() error { return e.err }
