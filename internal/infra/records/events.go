package records

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

const eventColumns = `id, workspace_id, actor_id, kind, subject_id, data, at`

func scanEvent(row scanner) (event.Event, error) {
	var e event.Event
	var at int64
	var data string
	err := row.Scan(&e.ID, &e.WorkspaceID, &e.ActorID, &e.Kind, &e.SubjectID, &data, &at)
	e.Data, e.At = []byte(data), fromMillis(at)
	return e, err
}

// insertEvent stores e in the transaction of the change that it tells of.
// Subscribers hear of it when the transaction has been committed.
func insertEvent(ctx context.Context, tx conn, e event.Event) error {
	data := string(e.Data)
	if data == "" {
		data = "{}"
	}
	_, err := tx.exec(ctx, `INSERT INTO events (`+eventColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		e.ID, e.WorkspaceID, e.ActorID, string(e.Kind), e.SubjectID, data, toMillis(e.At))
	if err != nil {
		return err
	}
	if tx.d.notify != "" {
		if _, err := tx.exec(ctx, tx.d.notify, tx.node+" "+e.ID); err != nil {
			return err
		}
	}
	*tx.events = append(*tx.events, e)
	return nil
}

// maxEventBytes bounds the data of the events that one question reads: a
// hundred versions of a link may take 10 MiB. Older events are left out.
const maxEventBytes = 4 << 20

// EventsOf returns what happened to a subject, newest first, at most limit and
// about maxEventBytes.
func (s *Store) EventsOf(ctx context.Context, workspaceID, subjectID string, limit int) ([]event.Event, error) {
	size := 0
	scan := func(row scanner) (event.Event, error) {
		if size > maxEventBytes {
			return event.Event{}, errEnough
		}
		e, err := scanEvent(row)
		size += len(e.Data)
		return e, err
	}
	return queryAll(ctx, s.read, scan, `
		SELECT `+eventColumns+` FROM events WHERE workspace_id = $1 AND subject_id = $2
		ORDER BY at DESC, id DESC LIMIT $3`, workspaceID, subjectID, limit)
}

// StepsIn returns the events of some kinds in [start, end), newest first, at
// most limit and about maxEventBytes, each with the data of the one before it about the same subject.
// subjects narrows them down unless it is empty.
func (s *Store) StepsIn(ctx context.Context, workspaceID string, kinds []event.Kind, subjects []string, start, end time.Time, limit int) ([]event.Step, error) {
	args := []any{workspaceID, toMillis(start), toMillis(end), limit}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	list, args := inList(args, names)
	where := ` AND kind IN ` + list
	if len(subjects) > 0 {
		list, args = inList(args, subjects)
		where += ` AND subject_id IN ` + list
	}
	size := 0
	scan := func(row scanner) (event.Step, error) {
		if size > maxEventBytes {
			return event.Step{}, errEnough
		}
		var e event.Step
		var at int64
		var data string
		err := row.Scan(&e.ID, &e.WorkspaceID, &e.ActorID, &e.Kind, &e.SubjectID, &data, &at, &e.Before)
		e.Data, e.At = []byte(data), fromMillis(at)
		size += len(data) + len(e.Before)
		return e, err
	}
	return queryAll(ctx, s.read, scan, `
		SELECT `+eventColumns+`, COALESCE((
			SELECT b.data FROM events b WHERE b.subject_id = events.subject_id AND (b.at, b.id) < (events.at, events.id) AND b.kind NOT IN ('`+string(event.ClicksDeleted)+`', '`+string(event.AliasFreed)+`')
			ORDER BY b.at DESC, b.id DESC LIMIT 1), '')
		FROM events WHERE workspace_id = $1 AND at >= $2 AND at < $3`+where+`
		ORDER BY at DESC, id DESC LIMIT $4`, args...)
}

// Note stores an event that changed nothing else.
func (s *Store) Note(ctx context.Context, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error { return insertEvent(ctx, tx, e) })
}

// Subscribe calls fn with every event after its commit: this node's own before
// the call that made it returns, other nodes' while Listen runs. fn is quick
// and may be called from several goroutines at once. The zero Event means that
// events may have been missed: forget everything. cancel ends it.
func (s *Store) Subscribe(fn func(event.Event)) (cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextSubscriber++
	key := s.nextSubscriber
	s.subscribers[key] = fn
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers, key)
	}
}

func (s *Store) publish(events ...event.Event) {
	s.mu.RLock()
	fns := make([]func(event.Event), 0, len(s.subscribers))
	for _, fn := range s.subscribers {
		fns = append(fns, fn)
	}
	s.mu.RUnlock() // before the calls: a subscriber may cancel itself
	for _, e := range events {
		for _, fn := range fns {
			fn(e)
		}
	}
}

// heardOfJob passes on that another node's job got on. One that is gone by now
// is nobody's news.
func (s *Store) heardOfJob(ctx context.Context, id string) error {
	workspaces, err := queryAll(ctx, s.read, value[string], `SELECT workspace_id FROM jobs WHERE id = $1`, id)
	for _, workspaceID := range workspaces {
		s.publish(event.Event{Kind: event.JobChanged, WorkspaceID: workspaceID, SubjectID: id})
	}
	return err
}

// heard handles a notification of another node, "node event".
func (s *Store) heard(ctx context.Context, payload string) error {
	node, id, _ := strings.Cut(payload, " ")
	if node == s.node {
		return nil
	}
	if strings.HasPrefix(id, ident.Job+"_") { // jobs get on too often to keep each time as an event
		return s.heardOfJob(ctx, id)
	}
	e, err := queryOne(ctx, s.read, scanEvent, `SELECT `+eventColumns+` FROM events WHERE id = $1`, id)
	if err != nil {
		return err
	}
	s.publish(e)
	return nil
}
