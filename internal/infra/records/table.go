package records

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// table is the table of a noun. Its columns are declared once: the texts of SELECT,
// INSERT and UPDATE statements and the order of their values follow from them. Tables
// are immutable package variables.
type table[T any] struct {
	noun      string            // in errors: "There is no such webhook."
	columns   func(*T) []column // of a value; the first is the primary key, which is fixed
	name      string            // of the table that INSERT and UPDATE change
	from      string            // the tables of a SELECT
	list      string            // the columns that a SELECT reads, for scan
	query     string            // "SELECT list FROM from "
	into      string            // "INSERT INTO name (columns)", for insertRows
	insertion string            // into with the placeholders of one row
	set       string            // "UPDATE name SET column = $2, ..."
	byKey     string            // " WHERE key = $1"
	replace   string            // "DO UPDATE SET column = excluded.column, ..."
	onKey     string            // "ON CONFLICT (key) "

	complete func(*T) // sets fields of a scanned value that depend on others; nil: none
}

// column is a column with the field of a value that it stores.
type column struct {
	name  string // or an expression, of a computed column
	field any    // a scan destination, an argument of statements, or both
	in    statements
}

// statements are the kinds of statements that have a column.
type statements uint8

const (
	inSelect statements = 1 << iota
	inInsert
	inUpdate
)

// col is a column that is read and written. field points to the field, or converts it
// in both directions, see fieldOf.
func col(name string, field any) column {
	return column{name, fieldOf(field), inSelect | inInsert | inUpdate}
}

// fixed is a column that an update leaves unchanged.
func fixed(name string, field any) column { return column{name, fieldOf(field), inSelect | inInsert} }

// computed is an SQL expression over the tables of a SELECT, such as a column of another
// table, or one that only particular statements write.
func computed(expression string, field any) column {
	return column{expression, fieldOf(field), inSelect}
}

// initial is a column that only an insert writes and that is not read, such as a hash.
func initial(name string, field any) column { return column{name, fieldOf(field), inInsert} }

// derived is a column that is computed from others when they are written, such as the
// text of a search.
func derived(name string, field any) column { return column{name, fieldOf(field), inInsert | inUpdate} }

// joined returns the columns of another table, of which a SELECT joins a row to each row
// of its own.
func joined(prefix string, columns []column) []column {
	for i, c := range columns {
		columns[i] = computed(prefix+c.name, c.field)
	}
	return columns
}

// fieldOf returns the scan destination and argument of a field: times are stored in
// milliseconds, and other fields that database/sql does not know have a type in
// fields.go.
func fieldOf(field any) any {
	if at, ok := field.(*time.Time); ok {
		return timeField{at}
	}
	return field
}

// tableOf returns the table of a noun. from begins with the table that has its rows and,
// if there are others or computed columns refer to it, its alias: "links l JOIN ...".
func tableOf[T any](noun, from string, columns func(*T) []column) *table[T] {
	t := &table[T]{noun: noun, columns: columns, from: from}
	words := strings.Fields(from)
	t.name = words[0]
	prefix := ""
	if len(words) > 1 {
		prefix = words[1] + "."
	}
	var listed, inserted, updated, replaced []string
	all := columns(new(T))
	for _, c := range all {
		switch {
		case c.in == inSelect:
			listed = append(listed, c.name)
		case c.in&inSelect != 0:
			listed = append(listed, prefix+c.name)
		}
		if c.in&inInsert != 0 {
			inserted = append(inserted, c.name)
		}
		if c.in&inUpdate != 0 {
			updated = append(updated, c.name+" = $"+strconv.Itoa(len(updated)+2))
			replaced = append(replaced, c.name+" = excluded."+c.name)
		}
	}
	t.list = strings.Join(listed, ", ")
	t.query = "SELECT " + t.list + " FROM " + from + " "
	t.into = "INSERT INTO " + t.name + " (" + strings.Join(inserted, ", ") + ")"
	t.insertion = t.into + " VALUES " + places(1, len(inserted)) + " "
	t.replace = "DO UPDATE SET " + strings.Join(replaced, ", ")
	t.onKey = "ON CONFLICT (" + all[0].name + ") "
	t.set = "UPDATE " + t.name + " SET " + strings.Join(updated, ", ")
	t.byKey = " WHERE " + all[0].name + " = $1"
	return t
}

// completed sets t.complete.
func (t *table[T]) completed(complete func(*T)) *table[T] {
	t.complete = complete
	return t
}

// fields returns the fields of the columns that a kind of statement has, in their order.
func (t *table[T]) fields(v *T, in statements, more ...any) []any {
	all := t.columns(v)
	fields := make([]any, 0, len(all)+len(more))
	for i := range all {
		if all[i].in&in != 0 {
			fields = append(fields, all[i].field)
		}
	}
	return append(fields, more...)
}

// scan returns a function that reads rows of t.list and further columns, for one query.
func (t *table[T]) scan(more ...any) func(scanner) (T, error) {
	var v, zero T
	fields := t.fields(&v, inSelect, more...)
	return func(row scanner) (T, error) {
		v = zero // rows share no slices and maps
		err := row.Scan(fields...)
		if err == nil && t.complete != nil {
			t.complete(&v)
		}
		return v, err
	}
}

// all returns the rows that a WHERE clause selects; see queryAll. Further joins precede it
// in where, and the order follows.
func (t *table[T]) all(ctx context.Context, c conn, where string, args ...any) ([]T, error) {
	return queryAll(ctx, c, t.scan(), t.query+where, args...)
}

// one returns the first row that a WHERE clause selects, or NotFound with the noun.
func (t *table[T]) one(ctx context.Context, c conn, where string, args ...any) (T, error) {
	v, err := queryOne(ctx, c, t.scan(), t.query+where, args...)
	return v, notFound(err, t.noun)
}

// insert inserts a value, with further columns that are no part of it.
func (t *table[T]) insert(ctx context.Context, tx conn, v *T, more ...column) error {
	_, err := t.insertOr(ctx, tx, v, "", more...)
	return err
}

// insertOr is insert with an ON CONFLICT clause. It returns the number of rows that were
// inserted or updated.
func (t *table[T]) insertOr(ctx context.Context, tx conn, v *T, onConflict string, more ...column) (int64, error) {
	if len(more) == 0 {
		return tx.exec(ctx, t.insertion+onConflict, t.fields(v, inInsert)...)
	}
	args, names := t.fields(v, inInsert), make([]string, len(more))
	for i, c := range more {
		args, names[i] = append(args, c.field), c.name
	}
	return insertedRows(ctx, tx, t.intoWith(names...), [][]any{args}, onConflict)
}

// intoWith returns t.into with further columns.
func (t *table[T]) intoWith(names ...string) string {
	return strings.TrimSuffix(t.into, ")") + ", " + strings.Join(names, ", ") + ")"
}

// put inserts a value, or updates the row with its key if the condition, such as "WHERE
// ...", holds for it. It returns the number of rows that it inserted or updated.
func (t *table[T]) put(ctx context.Context, tx conn, v *T, condition string) (int64, error) {
	return t.insertOr(ctx, tx, v, t.onKey+t.replace+condition)
}

// update stores all columns of the row with the key of a value except the fixed ones, and
// further columns that are no part of the value.
func (t *table[T]) update(ctx context.Context, tx conn, v *T, more ...column) error {
	set, args := t.set, t.updated(v)
	for _, c := range more {
		args = append(args, c.field)
		set += ", " + c.name + " = $" + strconv.Itoa(len(args))
	}
	_, err := tx.exec(ctx, set+t.byKey, args...)
	return err
}

// updated returns the arguments of t.set and t.byKey.
func (t *table[T]) updated(v *T) []any {
	all := t.columns(v)
	args := append(make([]any, 0, len(all)), all[0].field)
	for i := range all {
		if all[i].in&inUpdate != 0 {
			args = append(args, all[i].field)
		}
	}
	return args
}

// parameter returns the placeholder of a column in t.set.
func (t *table[T]) parameter(name string) string {
	n := 1
	for _, c := range t.columns(new(T)) {
		if c.in&inUpdate == 0 {
			continue
		}
		if n++; c.name == name {
			return "$" + strconv.Itoa(n)
		}
	}
	panic("no such column: " + name)
}
