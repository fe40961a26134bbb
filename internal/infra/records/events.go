package records

import (
	"cmp"
	"context"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

//nolint:gochecknoglobals // immutable
var eventTable = tableOf("event", `events`, eventColumns)

func eventColumns(e *event.Event) []column {
	return []column{
		fixed("seq", &e.Seq),
		fixed("id", &e.ID),
		fixed("workspace_id", &e.WorkspaceID),
		fixed("actor_kind", &e.Actor.Kind),
		fixed("actor_id", &e.Actor.ID),
		fixed("address_prefix", &e.Actor.AddressPrefix),
		fixed("kind", &e.Kind),
		fixed("subject_id", &e.SubjectID),
		col("subject_label", &e.Label),
		fixed("data", rawField{&e.Data}),
		fixed("at", &e.At),
	}
}

// txEvents are the events of one transaction. They are stored right before its
// commit and published after it.
type txEvents struct {
	stored    []event.Event // to store
	published []event.Event // of stored and others, in order
	taskKinds []string      // of the added tasks
}

// mark is a state of txEvents for rollback.
type mark struct{ stored, published int }

func (t *txEvents) mark() mark { return mark{len(t.stored), len(t.published)} }

// rollback drops the events since m.
func (t *txEvents) rollback(m mark) {
	t.stored, t.published = t.stored[:m.stored], t.published[:m.published]
}

// silence discards the events since m without publishing them.
func (t *txEvents) silence(m mark) { t.published = t.published[:m.published] }

// public returns the ids of the published events.
func (t *txEvents) public() map[string]bool {
	ids := make(map[string]bool, len(t.published))
	for _, e := range t.published {
		ids[e.ID] = true
	}
	return ids
}

// emit has e stored by the transaction and published after its commit.
func (c conn) emit(e event.Event) {
	e.ID = cmp.Or(e.ID, ident.New(ident.Event))
	c.events.stored = append(c.events.stored, e)
	c.events.published = append(c.events.published, e)
}

// emitSilently has e stored and not published.
func (c conn) emitSilently(e event.Event) {
	e.ID = cmp.Or(e.ID, ident.New(ident.Event))
	c.events.stored = append(c.events.stored, e)
}

// storeEvents inserts the deliveries of the transaction's events to webhooks, and the
// events with the next sequence numbers and their hashes. Only notifications follow in
// the transaction: from here to the commit it blocks the other transactions that store
// events.
func storeEvents(ctx context.Context, tx conn) error {
	if err := addMessages(ctx, tx); err != nil {
		return err
	}
	if err := insertEvents(ctx, tx); err != nil {
		return err
	}
	tx.events.published = append(tx.events.published, tx.events.taskEvents()...)
	if tx.d.notify == "" {
		return nil
	}
	for _, e := range tx.events.published {
		id := e.ID
		switch e.Kind {
		case event.JobChanged:
			id = e.SubjectID
		case event.TasksAdded:
			id = tasksPrefix + e.SubjectID
		}
		if _, err := tx.exec(ctx, tx.d.notify, tx.node+" "+id); err != nil {
			return err
		}
	}
	return nil
}

func insertEvents(ctx context.Context, tx conn) error {
	if err := addAccountCopies(ctx, tx); err != nil {
		return err
	}
	n := len(tx.events.stored)
	if n == 0 {
		return nil
	}
	chained := make([]event.Chained, n)
	for i, e := range tx.events.stored {
		e.Data = []byte(orObject(e.Data))
		chained[i] = newChained(e) // before the lock
	}
	p, err := nextNumbers(ctx, tx, n)
	if err != nil {
		return err
	}
	numbers := make(map[string]int64, n)
	public := tx.events.public()
	rows := make([][]any, n)
	for i := range chained {
		c := &chained[i]
		p.chained++
		c.Seq = p.chained
		p.head = event.ChainHash(p.head, c.Event, c.Digest)
		c.Hash = p.head
		numbers[c.ID] = c.Seq
		silent := !public[c.ID]
		rows[i] = chainTable.fields(c, inInsert, silent)
	}
	if err := insertRows(ctx, tx, chainTable.intoWith("silent"), rows); err != nil {
		return err
	}
	for i := range tx.events.published {
		tx.events.published[i].Seq = numbers[tx.events.published[i].ID]
	}
	return setHead(ctx, tx, p)
}

// maxEventBytes bounds the data of the events that one query reads: a hundred
// versions of a link may have 10 MiB. Older events are omitted.
const maxEventBytes = 4 << 20

// EventsOf returns the events of a subject whose content is not erased, newest first, at most limit and
// about maxEventBytes. kinds narrows them down unless it is empty.
func (s *Store) EventsOf(ctx context.Context, workspaceID, subjectID string, limit int, kinds ...event.Kind) ([]event.Event, error) {
	q := linkQuery{args: []any{workspaceID, subjectID}, where: []string{`workspace_id = $1`, `subject_id = $2`, `data <> ''`}}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	q.in(`kind`, names)
	size, read := 0, eventTable.scan()
	scan := func(row scanner) (event.Event, error) {
		if size > maxEventBytes {
			return event.Event{}, errStop
		}
		e, err := read(row)
		size += len(e.Data)
		return e, err
	}
	return queryAll(ctx, s.read, scan, eventTable.query+q.whereText()+` ORDER BY seq DESC LIMIT `+q.arg(limit), q.args...)
}

// StepsIn returns the events of links of a view of some kinds in [start, end), newest first, at
// most limit and about maxEventBytes, each with the data of the one before it about the same subject.
// subjects narrows them down unless it is empty.
func (s *Store) StepsIn(
	ctx context.Context,
	v access.View,
	kinds []event.Kind,
	subjects []string,
	start, end time.Time,
	limit int,
) ([]event.Step, error) {
	q := linkQuery{args: []any{v.WorkspaceID(), toMillis(start), toMillis(end), limit}}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	q.in(`kind`, names)
	q.in(`subject_id`, subjects)
	q.hiddenLinks(`subject_id`, v)
	var step event.Step
	size, read := 0, eventTable.scan(&step.Before)
	scan := func(row scanner) (_ event.Step, err error) {
		if size > maxEventBytes {
			return event.Step{}, errStop
		}
		step.Event, err = read(row)
		size += len(step.Data) + len(step.Before)
		return step, err
	}
	return queryAll(ctx, s.read, scan, `
		SELECT `+eventTable.list+`, COALESCE((
			SELECT b.data FROM events b WHERE b.subject_id = events.subject_id AND b.seq < events.seq
				AND b.kind NOT IN ('`+string(event.ClicksDeleted)+`', '`+string(event.AliasFreed)+`')
			ORDER BY b.seq DESC LIMIT 1), '')
		FROM events WHERE workspace_id = $1 AND at >= $2 AND at < $3 AND data <> '' AND `+strings.Join(q.where, ` AND `)+`
		ORDER BY seq DESC LIMIT $4`, q.args...)
}

// Note stores an event that changed nothing else.
func (s *Store) Note(ctx context.Context, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		tx.emit(e)
		return nil
	})
}

// Subscribe calls fn with every event after its commit: this node's own before
// the call that made it returns, other nodes' within a second while Listen runs. fn
// is quick and may be called from several goroutines at once. The zero Event means
// that events may have been missed: forget everything. cancel ends it.
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

// publishJob publishes the progress of a job that another node runs. A job that
// is deleted by now has no event.
func (s *Store) publishJob(ctx context.Context, id string) error {
	workspaces, err := queryAll(ctx, s.read, value[string], `SELECT workspace_id FROM jobs WHERE id = $1`, id)
	for _, workspaceID := range workspaces {
		s.publish(event.Event{Kind: event.JobChanged, WorkspaceID: workspaceID, SubjectID: id})
	}
	return err
}

// tasksPrefix begins the notification that tasks of a kind were added.
const tasksPrefix = "tasks:"

// receive handles a notification of another node, "node event".
func (s *Store) receive(ctx context.Context, payload string) error {
	node, id, _ := strings.Cut(payload, " ")
	if node == s.node {
		return nil
	}
	if kind, ok := strings.CutPrefix(id, tasksPrefix); ok {
		s.publish(event.Event{Kind: event.TasksAdded, SubjectID: kind})
		return nil
	}
	if strings.HasPrefix(id, ident.Job+"_") { // the progress of jobs is too frequent to be stored as events
		return s.publishJob(ctx, id)
	}
	s.follower.wake()
	return nil
}
