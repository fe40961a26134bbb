package job

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linnet/internal/base/fault"
)

// ChunkBytes is the size of a chunk before compression.
const ChunkBytes = 256 << 10

// maxChunkBytes is the maximum size of a decompressed chunk. An output chunk has the
// output of one step.
const maxChunkBytes = 64 << 20

// File is an upload or the output of a job. Its content is stored in chunks.
type File struct {
	ID          string
	WorkspaceID string
	Name        string
	CreatedAt   time.Time
}

// FileStore stores files in chunks, numbered from 0.
type FileStore interface {
	InsertFile(ctx context.Context, f File) error
	// AppendChunk stores a compressed chunk.
	AppendChunk(ctx context.Context, fileID string, position int64, packed []byte) error
	// Chunk returns a compressed chunk, or NotFound after the last one.
	Chunk(ctx context.Context, fileID string, position int64) ([]byte, error)
	// DeleteFile deletes a file, if it exists, with its chunks.
	DeleteFile(ctx context.Context, fileID string) error
}

// Pack compresses a chunk.
func Pack(raw []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	if _, err := w.Write(raw); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	return out.Bytes(), nil
}

// Unpack is the inverse of Pack.
func Unpack(packed []byte) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxChunkBytes))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return raw, nil
}

// Save stores the content of r as the file f and returns its size in bytes. inspect
// is called with each chunk before it is stored and can reject it. After an error
// the file is deleted.
func Save(ctx context.Context, files FileStore, f File, r io.Reader, inspect func([]byte) error) (size int64, err error) {
	if err := files.InsertFile(ctx, f); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil { // also when the client has disconnected
			_ = files.DeleteFile(context.WithoutCancel(ctx), f.ID) // a failed deletion is repeated by ForgetJobs
		}
	}()
	r = whole{r}
	block := make([]byte, ChunkBytes)
	for position := int64(0); ; position++ {
		n, err := io.ReadFull(r, block)
		if n > 0 {
			size += int64(n)
			if err := saveChunk(ctx, files, f.ID, position, block[:n], inspect); err != nil {
				return size, err
			}
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return size, nil
		default:
			if fault.CodeOf(err) != fault.Internal {
				return size, err
			}
			return size, fault.Wrap(err, fault.Malformed, "The upload was incomplete. Send the file again.")
		}
	}
}

// whole reads an upload. An error of one that ended early is not that of io.ReadFull for
// the last chunk.
type whole struct{ io.Reader }

// Read implements io.Reader.
func (w whole) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) && fault.CodeOf(err) == fault.Internal {
		err = errors.New("the upload ended early")
	}
	return n, err
}

func saveChunk(ctx context.Context, files FileStore, id string, position int64, raw []byte, inspect func([]byte) error) error {
	if err := inspect(raw); err != nil {
		return err
	}
	packed, err := Pack(raw)
	if err != nil {
		return err
	}
	return files.AppendChunk(ctx, id, position, packed)
}

// Open returns a reader of a file from offset on. It has one chunk in memory.
func Open(ctx context.Context, files FileStore, id string, offset int64) io.Reader {
	return &reader{ctx: ctx, files: files, id: id, skip: offset}
}

// reader reads a file. All chunks of an upload but the last are ChunkBytes long,
// which locates the chunk of an offset.
type reader struct {
	ctx      context.Context //nolint:containedctx // an io.Reader has nowhere else for it
	files    FileStore
	id       string
	position int64
	skip     int64
	rest     []byte
	err      error
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if r.skip >= ChunkBytes && r.position == 0 {
		r.position = r.skip / ChunkBytes
		r.skip %= ChunkBytes
	}
	for len(r.rest) == 0 && r.err == nil {
		r.next()
	}
	if len(r.rest) == 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *reader) next() {
	packed, err := r.files.Chunk(r.ctx, r.id, r.position)
	if fault.Is(err, fault.NotFound) {
		r.err = io.EOF
		return
	}
	if err == nil {
		r.rest, err = Unpack(packed)
	}
	if err != nil {
		r.err = err
		return
	}
	r.position++
	skipped := min(r.skip, int64(len(r.rest)))
	r.rest, r.skip = r.rest[skipped:], r.skip-skipped
}
