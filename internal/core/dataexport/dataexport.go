// Package dataexport writes the personal data of a user to a ZIP file of JSON
// documents. The file is written by a durable task, stored in the records, and
// deleted after a week.
package dataexport

import (
	"context"
	"fmt"
	"io"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Lifetime is how long a file is stored.
const Lifetime = 7 * 24 * time.Hour

// State is the state of an export.
type State string

// The states.
const (
	None   State = "none" // never requested, or its file was deleted
	Queued State = "queued"
	Done   State = "done"
	Failed State = "failed"
)

// Export is the last export of a user. Times are zero if not yet reached.
type Export struct {
	ID         string
	UserID     string
	State      State
	Bytes      int64 // size of the file
	CreatedAt  time.Time
	FinishedAt time.Time
	ExpiresAt  time.Time // of the file
}

// FileName returns the name of the file.
func (e Export) FileName() string {
	return "linnet-data-" + e.CreatedAt.UTC().Format("2006-01-02") + ".zip"
}

// Store is the record store of exports.
type Store interface {
	// DataExport returns the export of a user, or NotFound.
	DataExport(ctx context.Context, userID string) (Export, error)
	// RequestDataExport stores an export with the task that writes it. It deletes an
	// earlier one and its file, unless that is still queued: then it stores nothing
	// and returns the queued one.
	RequestDataExport(ctx context.Context, e Export, task queue.NewTask, requested event.Event) (Export, error)
	// DataExportByID returns an export, or NotFound.
	DataExportByID(ctx context.Context, id string) (Export, error)
	// AppendDataExport stores a chunk of a file. Chunks are numbered from 0; the first
	// one replaces an earlier file.
	AppendDataExport(ctx context.Context, id string, position int64, chunk []byte) error
	// DataExportChunk returns a chunk, or NotFound after the last one.
	DataExportChunk(ctx context.Context, id string, position int64) ([]byte, error)
	// FinishDataExport stores that the file of an export is complete, with the task
	// that deletes it, and notifies the user.
	FinishDataExport(ctx context.Context, e Export, deletion queue.NewTask) error
	// FailDataExport stores that an export failed.
	FailDataExport(ctx context.Context, id string, at time.Time) error
	// DeleteDataExport deletes an export with its file, if it exists.
	DeleteDataExport(ctx context.Context, id string) error

	// PersonalData returns the data of a user, or NotFound.
	PersonalData(ctx context.Context, userID string) (Data, error)
	// UserEvents returns the user's actions after a sequence number, oldest first.
	UserEvents(ctx context.Context, userID string, after int64, limit int) ([]Event, error)
	// WorkspaceContents returns contents of a workspace after an id, by id.
	WorkspaceContents(ctx context.Context, kind Kind, workspaceID, after string, limit int) ([]Content, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store Store
	// WriteLinks writes the links of a workspace that the user owns, as a JSON array.
	WriteLinks func(ctx context.Context, userID, workspaceID string, out io.Writer) error
	Clock      clock.Clock
}

// Service exports the data of users.
type Service struct{ deps Deps }

// New returns a service. A queue with Kind writes the files.
func New(d Deps) *Service { return &Service{d} }

// Request starts an export of the actor's data. It returns the queued one if there
// is one, and replaces an earlier one otherwise.
func (s *Service) Request(ctx context.Context, a access.Actor) (Export, error) {
	if err := access.RequireUser(a); err != nil {
		return Export{}, err
	}
	e := Export{ID: ident.New(ident.Job), UserID: a.UserID, State: Queued, CreatedAt: s.deps.Clock.Now()}
	task := queue.NewTask{Kind: TaskKind, Key: e.ID, Due: e.CreatedAt}
	return s.deps.Store.RequestDataExport(ctx, e, task, event.New(a.By(), event.UserDataExported, "", a.UserID, event.None{}, e.CreatedAt))
}

// Get returns the actor's export, with the state None if there is none.
func (s *Service) Get(ctx context.Context, a access.Actor) (Export, error) {
	if err := access.RequireUser(a); err != nil {
		return Export{}, err
	}
	e, err := s.deps.Store.DataExport(ctx, a.UserID)
	if fault.Is(err, fault.NotFound) || err == nil && e.State == Done && !s.deps.Clock.Now().Before(e.ExpiresAt) {
		return Export{State: None}, nil
	}
	return e, err
}

// Open returns the actor's export with a reader of its file, or NotFound.
func (s *Service) Open(ctx context.Context, a access.Actor) (Export, io.Reader, error) {
	e, err := s.Get(ctx, a)
	if err != nil {
		return e, nil, err
	}
	if e.State != Done {
		return e, nil, fault.New(fault.NotFound, "There is no file. Request an export first.")
	}
	return e, &reader{ctx: ctx, store: s.deps.Store, id: e.ID}, nil
}

// reader reads the chunks of a file.
type reader struct {
	ctx      context.Context //nolint:containedctx // an io.Reader has nowhere else for it
	store    Store
	id       string
	position int64
	rest     []byte
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		chunk, err := r.store.DataExportChunk(r.ctx, r.id, r.position)
		if fault.Is(err, fault.NotFound) {
			return 0, io.EOF
		}
		if err != nil {
			return 0, fmt.Errorf("read data export %s: %w", r.id, err)
		}
		r.rest, r.position = chunk, r.position+1
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
