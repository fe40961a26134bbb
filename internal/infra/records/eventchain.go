package records

import (
	"context"
	"slices"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

//nolint:gochecknoglobals // immutable
var chainTable = tableOf("event", `events`, func(c *event.Chained) []column {
	return append(eventColumns(&c.Event), col("salt", &c.Salt), col("digest", &c.Digest), col("hash", &c.Hash))
})

// chainPosition is the row of event_sequence.
type chainPosition struct {
	last    int64  // the highest sequence number
	chained int64  // the highest sequence number with a hash
	head    string // the hash of chained
}

func scanPosition(row scanner) (p chainPosition, err error) {
	err = row.Scan(&p.last, &p.chained, &p.head)
	return p, err
}

// newChained returns an event with a new salt and its digest.
func newChained(e event.Event) event.Chained {
	salt := ident.NewSecret("").Text
	return event.Chained{Event: e, Salt: salt, Digest: event.ContentDigest(e, salt)}
}

// nextNumbers reserves n sequence numbers and returns the position before them. It
// locks the sequence until the commit.
func nextNumbers(ctx context.Context, tx conn, n int) (chainPosition, error) {
	p, err := queryOne(ctx, tx, scanPosition, `UPDATE event_sequence SET last = last + $1 RETURNING last - $1, chained, head`, n)
	if err != nil {
		return p, err
	}
	for p.chained < p.last { // stored by an earlier version
		if p, err = chainBatch(ctx, tx, p); err != nil {
			return p, err
		}
	}
	return p, nil
}

// chainBatchSize is the number of earlier events that are chained at once.
const chainBatchSize = 500

// chainBatch adds hashes to the next events without one.
func chainBatch(ctx context.Context, tx conn, p chainPosition) (chainPosition, error) {
	events, err := eventTable.all(ctx, tx, `WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`, p.chained, p.last, chainBatchSize)
	if err != nil {
		return p, err
	}
	for _, e := range events {
		e.Label = event.LabelOf(e)
		c := newChained(e)
		p.chained, p.head = e.Seq, event.ChainHash(p.head, e, c.Digest)
		c.Hash = p.head
		if err := chainTable.update(ctx, tx, &c); err != nil {
			return p, err
		}
	}
	if len(events) < chainBatchSize {
		p.chained = p.last
	}
	return p, setHead(ctx, tx, p)
}

func setHead(ctx context.Context, tx conn, p chainPosition) error {
	_, err := tx.exec(ctx, `UPDATE event_sequence SET chained = $1, head = $2`, p.chained, p.head)
	return err
}

// chainEarlier chains the events that earlier versions stored.
func (s *Store) chainEarlier(ctx context.Context) error {
	for {
		var p chainPosition
		err := s.inTx(ctx, func(tx conn) (err error) {
			if p, err = queryOne(ctx, tx, scanPosition, `SELECT last, chained, head FROM event_sequence`+tx.d.forUpdate); err != nil {
				return err
			}
			if p.chained < p.last {
				p, err = chainBatch(ctx, tx, p)
			}
			return err
		})
		if err != nil || p.chained == p.last {
			return err
		}
	}
}

// eraseEvents erases the content of events. Their digests and hashes stay.
func eraseEvents(ctx context.Context, tx conn, where string, args ...any) error {
	_, err := tx.exec(ctx, `
		UPDATE events SET data = '', subject_label = '', address_prefix = '', salt = '' WHERE salt <> '' AND `+where, args...)
	return err
}

// ChainedEvents returns the stored events with a sequence number above after, in
// order, at most limit and about maxEventBytes.
func (s *Store) ChainedEvents(ctx context.Context, after int64, limit int) ([]event.Chained, error) {
	size, read := 0, chainTable.scan()
	scan := func(row scanner) (event.Chained, error) {
		if size > maxEventBytes {
			return event.Chained{}, errStop
		}
		c, err := read(row)
		size += len(c.Data)
		return c, err
	}
	return queryAll(ctx, s.read, scan, chainTable.query+`WHERE seq > $1 ORDER BY seq LIMIT $2`, after, limit)
}

// ChainHead returns the sequence number and the hash of the last event; 0 and ""
// without events.
func (s *Store) ChainHead(ctx context.Context) (seq int64, hash string, err error) {
	p, err := queryOne(ctx, s.read, scanPosition, `SELECT last, chained, head FROM event_sequence`)
	return p.last, p.head, err
}

// addAccountCopies adds a copy of each account event for each workspace of the
// user, so that the audit logs of the workspaces have it. Copies are not
// published.
func addAccountCopies(ctx context.Context, tx conn) error {
	for _, e := range slices.Clone(tx.events.stored) {
		info, _ := event.InfoOf(e.Kind)
		if !info.Account || e.WorkspaceID != "" {
			continue
		}
		userID := e.SubjectID
		if e.Actor.Kind == event.User {
			userID = e.Actor.ID
		}
		workspaces, err := queryAll(ctx, tx, value[string], `SELECT workspace_id FROM members WHERE user_id = $1 ORDER BY workspace_id`, userID)
		if err != nil {
			return err
		}
		for _, workspaceID := range workspaces {
			e.ID, e.WorkspaceID, e.SubjectID = "", workspaceID, userID
			tx.emitSilently(e)
		}
	}
	return nil
}
