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
// read locks the row that it reads (conn.lock), so that concurrent changes of one
// value run one after the other: none overwrites another, and the before of an
// event is the value that was replaced. write gets that value, too.
//
// edit runs within the transaction, and again when PostgreSQL requires it. It
// therefore depends on the value and on what the caller read or computed before:
// it does not call the Store, which would take a second connection while this one
// blocks others, and neither sends requests nor hashes passwords. It replaces
// slices and maps instead of writing into them. A condition on other rows that
// must hold when the value is stored, such as that a folder exists, is checked by
// write.
func change[T any](
	ctx context.Context, s *Store,
	read func(tx conn) (T, error),
	edit func(*T) ([]event.Event, error),
	write func(tx conn, before, after T) error,
) (T, error) {
	var result T
	err := s.inTx(ctx, func(tx conn) error {
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

// lock returns the end of a SELECT statement that locks its rows of a table until
// the transaction ends, and "" outside of a transaction, so that one function reads
// a value with and without a change. Transactions that insert rows that refer to
// the locked ones do not wait.
func (c conn) lock(table string) string {
	if c.events == nil || c.d.forChange == "" {
		return ""
	}
	return c.d.forChange + ` OF ` + table
}

// emitAll emits events in their order.
func emitAll(tx conn, events []event.Event) {
	for _, e := range events {
		tx.emit(e)
	}
}
