package records

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// column is a column of a table with the field of a value that it has. The field is
// a scan destination and an argument of statements; one that is only an argument is
// of a column that is derived from others.
type column struct {
	name  string
	field any
}

// columns are columns of one row. The first is its id.
type columns []column

// list returns the names for a SELECT statement, each after prefix, such as "w.".
func (c columns) list(prefix string) string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = prefix + c[i].name
	}
	return strings.Join(names, ", ")
}

// fields returns the fields and further ones in the order of list.
func (c columns) fields(more ...any) []any {
	fields := make([]any, 0, len(c)+len(more))
	for i := range c {
		fields = append(fields, c[i].field)
	}
	return append(fields, more...)
}

// insert inserts the row.
func (c columns) insert(ctx context.Context, tx conn, table string) error {
	return insertRows(ctx, tx, `INSERT INTO `+table+` (`+c.list("")+`)`, [][]any{c.fields()})
}

// update replaces all columns of the row with the id.
func (c columns) update(ctx context.Context, tx conn, table string) error {
	parts := make([]string, len(c))
	for i := range c {
		parts[i] = c[i].name + ` = $` + strconv.Itoa(i+1)
	}
	_, err := tx.exec(ctx, `UPDATE `+table+` SET `+strings.Join(parts[1:], ", ")+` WHERE `+parts[0], c.fields()...)
	return err
}

// jsonField stores the value that at points to as JSON.
type jsonField struct{ at any }

// Scan implements sql.Scanner.
func (f jsonField) Scan(src any) error {
	text, err := textOf(src)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), f.at)
}

// Value implements driver.Valuer.
func (f jsonField) Value() (driver.Value, error) { return asJSON(f.at) }

// optionalJSON is a jsonField that stores the zero value as "".
type optionalJSON struct{ at any }

// Scan implements sql.Scanner.
func (f optionalJSON) Scan(src any) error {
	text, err := textOf(src)
	if err != nil || text == "" {
		return err
	}
	return json.Unmarshal([]byte(text), f.at)
}

// Value implements driver.Valuer.
func (f optionalJSON) Value() (driver.Value, error) {
	if reflect.ValueOf(f.at).Elem().IsZero() {
		return "", nil
	}
	return asJSON(f.at)
}

// referenceField stores an id, and "" as NULL, for a foreign key.
type referenceField struct{ at *string }

// Scan implements sql.Scanner.
func (f referenceField) Scan(src any) (err error) {
	*f.at = ""
	if src != nil {
		*f.at, err = textOf(src)
	}
	return err
}

// Value implements driver.Valuer.
func (f referenceField) Value() (driver.Value, error) {
	if *f.at == "" {
		return nil, nil //nolint:nilnil // NULL
	}
	return *f.at, nil
}

// asJSON returns the text of a part that only Go reads.
func asJSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	return string(raw), nil
}

// timeField stores the time that at points to in milliseconds, and the zero time
// as 0.
type timeField struct{ at *time.Time }

// Scan implements sql.Scanner.
func (f timeField) Scan(src any) error {
	ms, ok := src.(int64)
	if !ok {
		return fmt.Errorf("scan a time from %T", src)
	}
	*f.at = fromMillis(ms)
	return nil
}

// Value implements driver.Valuer.
func (f timeField) Value() (driver.Value, error) { return toMillis(*f.at), nil }

// bytesField stores bytes, and nil as no bytes.
type bytesField struct{ at *[]byte }

// Scan implements sql.Scanner.
func (f bytesField) Scan(src any) error {
	raw, ok := src.([]byte)
	if !ok && src != nil { // SQLite returns nil for no bytes
		return fmt.Errorf("scan bytes from %T", src)
	}
	*f.at = append([]byte{}, raw...)
	return nil
}

// Value implements driver.Valuer.
func (f bytesField) Value() (driver.Value, error) { return append([]byte{}, *f.at...), nil }

// listField stores a list in one text, its elements separated by commas.
type listField[T any] struct {
	at     *[]T
	format func(T) string
	parse  func(string) (T, error)
}

// Scan implements sql.Scanner.
func (f listField[T]) Scan(src any) error {
	text, err := textOf(src)
	if err != nil {
		return err
	}
	*f.at = nil
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		element, err := f.parse(part)
		if err != nil {
			return err
		}
		*f.at = append(*f.at, element)
	}
	return nil
}

// Value implements driver.Valuer.
func (f listField[T]) Value() (driver.Value, error) {
	parts := make([]string, len(*f.at))
	for i, element := range *f.at {
		parts[i] = f.format(element)
	}
	return strings.Join(parts, ","), nil
}

// textOf returns the text that a driver scanned.
func textOf(src any) (string, error) {
	switch src := src.(type) {
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", fmt.Errorf("scan a text from %T", src)
}
