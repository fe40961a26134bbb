package job

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"time"

	"linnet/internal/base/fault"
)

// ChunkBytes is how much of a file one piece holds before it is packed.
const ChunkBytes = 256 << 10

// maxChunkBytes bounds what a piece may unpack to: an output piece is as long
// as the step that made it.
const maxChunkBytes = 64 << 20

// File is what somebody uploaded or a job produced. Its bytes are in pieces.
type File struct {
	ID          string
	WorkspaceID string
	Name        string
	CreatedAt   time.Time
}

// FileStore keeps files in pieces that count from 0.
type FileStore interface {
	InsertFile(ctx context.Context, f File) error
	// AppendChunk stores a packed piece.
	AppendChunk(ctx context.Context, fileID string, position int64, packed []byte) error
	// Chunk returns a packed piece, or NotFound behind the last one.
	Chunk(ctx context.Context, fileID string, position int64) ([]byte, error)
	// DeleteFile removes a file and its pieces; one that is not there is fine.
	DeleteFile(ctx context.Context, fileID string) error
}

// Pack compresses a piece.
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

// Save stores what r holds as the file f, piece by piece, and returns how many
// bytes that were. inspect sees each piece before it is stored and may refuse
// it. After a fault nothing of the file is left.
func Save(ctx context.Context, files FileStore, f File, r io.Reader, inspect func([]byte) error) (size int64, err error) {
	if err := files.InsertFile(ctx, f); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil { // also when the uploader is gone
			_ = files.DeleteFile(context.WithoutCancel(ctx), f.ID) // what stays is swept with the orphans
		}
	}()
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
			return size, fault.Wrap(err, fault.Malformed, "The file did not arrive whole. Please send it again.")
		}
	}
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

// Open returns a reader of a file from offset on. Pieces are fetched as they
// are read, so that memory holds one of them.
func Open(ctx context.Context, files FileStore, id string, offset int64) io.Reader {
	return &reader{ctx: ctx, files: files, id: id, skip: offset}
}

// reader reads a file. The pieces of uploads are all ChunkBytes long but the
// last, which is how an offset finds its piece.
type reader struct {
	ctx      context.Context //nolint:containedctx // an io.Reader has nowhere else for it
	files    FileStore
	id       string
	position int64
	skip     int64
	rest     []byte
	err      error
}

// Read reads on.
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
