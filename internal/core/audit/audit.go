// Package audit presents the stored events of a workspace as its audit log and
// verifies their hash chain.
package audit

import (
	"context"
	"io"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Filter selects events. The zero value selects all.
type Filter struct {
	Actor   string // the id of a user or an API key, or "system"
	Action  string // a kind, or its part before the dot
	Subject string // an id
	Search  string // text in the label of the subject, case-insensitive
	From    time.Time
	To      time.Time // exclusive; zero: no bound
}

// Query is a Filter as the store applies it.
type Query struct {
	Filter
	Kinds  []event.Kind // at least one
	Before int64        // sequence number, exclusive; 0: the newest events
	Limit  int
}

// Record is a stored event, with the data of the previous version of its subject
// if the kind has versions.
type Record struct {
	event.Chained
	Previous []byte
}

// Page is one page of entries, newest first.
type Page struct {
	Entries []Entry
	Next    int64 // Before of the next page; 0: this is the last one
	Total   int
}

// Store is the part of the record store that the audit log uses.
type Store interface {
	// AuditRecords returns the matching events of a workspace, newest first, at most
	// q.Limit and a few MiB, and whether there are more.
	AuditRecords(ctx context.Context, workspaceID string, q Query) (records []Record, more bool, err error)
	// CountAuditRecords returns the number of matching events. It ignores q.Before.
	CountAuditRecords(ctx context.Context, workspaceID string, q Query) (int, error)
	// ActorNames returns the names of the users and API keys that exist, by id.
	ActorNames(ctx context.Context, ids []string) (map[string]string, error)
	// Note stores one event.
	Note(ctx context.Context, e event.Event) error

	// CountEventBytes adds the sizes of the next events, at most limit, to those of their
	// workspaces and reports whether there are more.
	CountEventBytes(ctx context.Context, limit int) (more bool, err error)
	// EventBytes returns the sizes of workspaces that are not deleted, that are above a number of bytes or being
	// trimmed, in the order of their ids, after an id.
	EventBytes(ctx context.Context, above int64, after string, limit int) ([]Size, error)
	// RecountEventBytes replaces the size of a workspace by the sum of its rows. Above
	// limit, it marks the workspace as being trimmed. The zero Size means that there is
	// nothing to trim.
	RecountEventBytes(ctx context.Context, workspaceID string, limit int64) (Size, error)
	// TrimEvents erases the oldest contents of a workspace that is being trimmed, at most batch, until target bytes
	// are left, stores the event, and reports whether there is more to erase.
	TrimEvents(ctx context.Context, workspaceID string, target int64, batch int, e func(event.AuditTrim) event.Event) (more bool, err error)

	// ChainedEvents returns the events with a sequence number above after, in order.
	ChainedEvents(ctx context.Context, after int64, limit int) ([]event.Chained, error)
	// ChainHead returns the sequence number and the hash of the last event.
	ChainHead(ctx context.Context) (seq int64, hash string, err error)
}

// Service reads the audit log.
type Service struct {
	store Store
	clock clock.Clock
}

// New returns a Service.
func New(store Store, clock clock.Clock) *Service { return &Service{store, clock} }

// List returns a page of at most limit entries of the actor's workspace, before
// the sequence number before unless it is 0.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter, before int64, limit int) (Page, error) {
	if err := access.Require(a, access.ReadAudit); err != nil {
		return Page{}, err
	}
	q := Query{Filter: f, Kinds: event.Listed(f.Action), Before: before, Limit: limit}
	if len(q.Kinds) == 0 {
		return Page{}, nil
	}
	total, err := s.store.CountAuditRecords(ctx, a.WorkspaceID, q)
	if err != nil || total == 0 {
		return Page{}, err
	}
	page, err := s.page(ctx, a.WorkspaceID, q)
	page.Total = total
	return page, err
}

func (s *Service) page(ctx context.Context, workspaceID string, q Query) (Page, error) {
	records, more, err := s.store.AuditRecords(ctx, workspaceID, q)
	if err != nil {
		return Page{}, err
	}
	var page Page
	if more {
		page.Next = records[len(records)-1].Seq
	}
	page.Entries, err = s.entries(ctx, records)
	return page, err
}

// exportPage is the number of events that an export reads at once.
const exportPage = 200

// Export reads matching entries, newest first, a page at a time.
type Export struct {
	service     *Service
	workspaceID string
	query       Query
}

// Export records in the log that the actor exports it, and returns the entries,
// that of the export included.
func (s *Service) Export(ctx context.Context, a access.Actor, f Filter, format string) (*Export, error) {
	if err := access.Require(a, access.ReadAudit); err != nil {
		return nil, err
	}
	e := event.New(a.By(), event.AuditExported, a.WorkspaceID, a.WorkspaceID, event.AuditExport{Format: format}, s.clock.Now())
	if err := s.store.Note(ctx, e); err != nil {
		return nil, err
	}
	return &Export{s, a.WorkspaceID, Query{Filter: f, Kinds: event.Listed(f.Action), Limit: exportPage}}, nil
}

// Next returns the next page, and io.EOF after the last one.
func (x *Export) Next(ctx context.Context) ([]Entry, error) {
	if len(x.query.Kinds) == 0 {
		return nil, io.EOF
	}
	page, err := x.service.page(ctx, x.workspaceID, x.query)
	if err != nil {
		return nil, err
	}
	if x.query.Before = page.Next; page.Next == 0 {
		x.query.Kinds = nil
	}
	return page.Entries, nil
}
