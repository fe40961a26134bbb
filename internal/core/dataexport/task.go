package dataexport

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/queue"
)

// TaskKind is the kind of the tasks that write and delete files.
const TaskKind = "data_export"

// expire is the payload of tasks that delete a file.
const expire = "expire"

// Kind returns the kind of tasks that write and delete files.
func (s *Service) Kind() queue.Kind {
	return queue.Kind{
		Name:      TaskKind,
		Handle:    s.handle,
		OnFailure: s.fail,
		Workers:   1,
		Lease:     time.Minute,
		Retry:     queue.Retry{Attempts: 5, First: time.Minute, Factor: 3, Max: time.Hour},
	}
}

func (s *Service) handle(ctx context.Context, t queue.Task) error {
	id := t.Key
	if t.Payload == expire {
		return s.deps.Store.DeleteDataExport(ctx, id[len(expire)+1:])
	}
	e, err := s.deps.Store.DataExportByID(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && e.State != Queued { // the user was deleted, or the task was completed before
		return nil
	}
	if err != nil {
		return err
	}
	out := &writer{ctx: ctx, store: s.deps.Store, id: id}
	if err := s.write(ctx, e, out); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	e.State, e.Bytes, e.FinishedAt, e.ExpiresAt = Done, out.size, now, now.Add(Lifetime)
	deletion := queue.NewTask{Kind: TaskKind, Key: expire + "_" + id, Payload: expire, Due: e.ExpiresAt}
	return s.deps.Store.FinishDataExport(ctx, e, deletion)
}

// fail stores that an export failed after its last attempt.
func (s *Service) fail(ctx context.Context, t queue.Task, _ error) error {
	if t.Payload == expire {
		return s.deps.Store.DeleteDataExport(ctx, t.Key[len(expire)+1:])
	}
	return s.deps.Store.FailDataExport(ctx, t.Key, s.deps.Clock.Now())
}

// chunkBytes is the size of a stored chunk.
const chunkBytes = 256 << 10

// writer stores what is written to it in chunks. Close stores the last one.
type writer struct {
	ctx      context.Context //nolint:containedctx // an io.Writer has nowhere else for it
	store    Store
	id       string
	position int64
	size     int64
	buffer   []byte
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	w.buffer = append(w.buffer, p...)
	w.size += int64(len(p))
	for len(w.buffer) >= chunkBytes {
		if err := w.flush(chunkBytes); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// Close stores the rest.
func (w *writer) Close() error {
	if len(w.buffer) == 0 {
		return nil
	}
	return w.flush(len(w.buffer))
}

func (w *writer) flush(n int) error {
	if err := w.store.AppendDataExport(w.ctx, w.id, w.position, w.buffer[:n]); err != nil {
		return err
	}
	w.position++
	w.buffer = append(w.buffer[:0], w.buffer[n:]...)
	return nil
}
