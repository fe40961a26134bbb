package records

import (
	"context"
	"reflect"

	"linnet/internal/core/event"
)

// change reads a value, applies edit to a copy of it, and stores the result with
// the events that edit returns, in one transaction. It returns the stored value.
// If edit leaves the value as it was, nothing is written and its events are
// dropped.
//
// It locks the row of table with the id before read, so that concurrent changes of
// one value run one after the other: none overwrites another, and the before of an
// event is the value that was replaced. For a value that may have no row yet, table
// is that of its owner. write gets both values.
//
// edit runs within the transaction, and again when PostgreSQL requires it. It
// therefore depends on the value and on what the caller read or computed before:
// it does not call the Store, which would take a second connection while this one
// blocks others, and neither sends requests nor hashes passwords. It replaces
// slices and maps instead of writing into them. A condition on other rows that
// must hold when the value is stored, such as that a folder exists, is checked by
// write.
func change[T any](
	ctx context.Context, s *Store, table, id string,
	read func(tx conn) (T, error),
	edit func(*T) ([]event.Event, error),
	write func(tx conn, before, after T) error,
) (T, error) {
	var result T
	err := s.inTx(ctx, func(tx conn) error {
		if err := lockForChange(ctx, tx, table, id); err != nil {
			return err
		}
		before, err := read(tx)
		if err != nil {
			return err
		}
		after := before
		events, err := edit(&after)
		if err != nil {
			return err
		}
		result = after
		if reflect.DeepEqual(before, after) {
			return nil
		}
		if err := write(tx, before, after); err != nil {
			return err
		}
		emitAll(tx, events)
		return nil
	})
	return result, err
}

// reading is the read function of change for the row that a WHERE clause selects.
func (t *table[T]) reading(ctx context.Context, where string, args ...any) func(tx conn) (T, error) {
	return func(tx conn) (T, error) { return t.one(ctx, tx, where, args...) }
}

// change is the function change for the row with the id that a WHERE clause selects. It
// stores the row's columns.
func (t *table[T]) change(
	ctx context.Context, s *Store, id string, edit func(*T) ([]event.Event, error), where string, args ...any,
) (T, error) {
	return change(ctx, s, t.name, id, t.reading(ctx, where, args...), edit,
		func(tx conn, _, after T) error { return t.update(ctx, tx, &after) })
}

// lockForChange locks rows of a table in the order of their ids until the
// transaction ends. It is a statement of its own, because one that waits for a lock
// joins the new version of its row with old versions of others. Transactions that
// insert rows that refer to the locked ones do not wait.
func lockForChange(ctx context.Context, tx conn, table string, ids ...string) error {
	if tx.d.forChange == "" {
		return nil
	}
	list, args := inList(nil, ids)
	_, err := queryAll(ctx, tx, value[string], `SELECT id FROM `+table+` WHERE id IN `+list+` ORDER BY id`+tx.d.forChange, args...)
	return err
}

// emitAll emits events in their order.
func emitAll(tx conn, events []event.Event) {
	for _, e := range events {
		tx.emit(e)
	}
}
