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
		args := make([]any, 0, len(some)*len(some[0]))
		for _, row := range some {
			args = append(args, row...)
		}
		inserted, err := tx.exec(ctx, into+" VALUES "+places(len(some), len(some[0]))+" "+strings.Join(after, " "), args...)
		if err != nil {
			return n, err
		}
		n += inserted
	}
	return n, nil
}

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
