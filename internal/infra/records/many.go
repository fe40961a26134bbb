package records

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// namesAtOnce bounds the values of one statement.
const namesAtOnce = 100

// insertRows inserts rows of equal length, many with one statement. into is
// "INSERT INTO t (a, b)"; after follows the values, such as ON CONFLICT.
func insertRows(ctx context.Context, tx conn, into string, rows [][]any, after ...string) error {
	_, err := insertedRows(ctx, tx, into, rows, after...)
	return err
}

// insertedRows is insertRows and returns the number of inserted rows.
func insertedRows(ctx context.Context, tx conn, into string, rows [][]any, after ...string) (n int64, err error) {
	for some := range slices.Chunk(rows, tx.d.rows) {
		inserted, err := tx.exec(ctx, into+valuesOf(some)+strings.Join(after, " "), slices.Concat(some...)...)
		if err != nil {
			return n, err
		}
		n += inserted
	}
	return n, nil
}

// returningRows is insertRows with a RETURNING clause at the end of after, whose rows scan
// reads.
func returningRows(ctx context.Context, tx conn, scan func(scanner) error, into string, rows [][]any, after string) error {
	for some := range slices.Chunk(rows, tx.d.rows) {
		_, err := queryAll(ctx, tx, func(row scanner) (struct{}, error) { return struct{}{}, scan(row) },
			into+valuesOf(some)+after, slices.Concat(some...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// valuesOf returns " VALUES " with the placeholders of rows.
func valuesOf(rows [][]any) string { return " VALUES " + places(len(rows), len(rows[0])) + " " }

// places returns the placeholders of rows: "($1,$2),($3,$4)".
func places(rows, columns int) string {
	var b strings.Builder
	n := 0
	for r := range rows {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		}
		b.WriteByte(')')
	}
	return b.String()
}
