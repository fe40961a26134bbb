package records

import (
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// The types of this file convert a field of a value in both directions: they are scan
// destinations and arguments of statements.

// text is a derived text. It is computed when a statement has it as an argument.
type text func() string

// Value implements driver.Valuer.
func (f text) Value() (driver.Value, error) { return f(), nil }

// number is a derived whole number.
type number func() int64

// Value implements driver.Valuer.
func (f number) Value() (driver.Value, error) { return f(), nil }

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

// jsonListField is a jsonField that stores nil as an empty list.
type jsonListField[T any] struct{ at *[]T }

// Scan implements sql.Scanner.
func (f jsonListField[T]) Scan(src any) error { return jsonField{f.at}.Scan(src) }

// Value implements driver.Valuer.
func (f jsonListField[T]) Value() (driver.Value, error) {
	if *f.at == nil {
		return "[]", nil
	}
	return asJSON(*f.at)
}

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

// rawField stores JSON that is not decoded, and nil as "".
type rawField struct{ at *[]byte }

// Scan implements sql.Scanner.
func (f rawField) Scan(src any) error {
	text, err := textOf(src)
	*f.at = nil
	if text != "" {
		*f.at = []byte(text)
	}
	return err
}

// Value implements driver.Valuer.
func (f rawField) Value() (driver.Value, error) { return string(*f.at), nil }

// objectField is a rawField that stores no bytes as "{}".
type objectField struct{ at *[]byte }

// Scan implements sql.Scanner.
func (f objectField) Scan(src any) error { return rawField(f).Scan(src) }

// Value implements driver.Valuer.
func (f objectField) Value() (driver.Value, error) { return orObject(*f.at), nil }

// hexField stores a hash or another array of bytes in hexadecimal.
type hexField []byte

// Scan implements sql.Scanner.
func (f hexField) Scan(src any) error {
	text, err := textOf(src)
	if err != nil {
		return err
	}
	if hex.DecodedLen(len(text)) != len(f) {
		return fmt.Errorf("scan %d bytes from %d hexadecimal digits", len(f), len(text))
	}
	_, err = hex.Decode(f, []byte(text))
	return err
}

// Value implements driver.Valuer.
func (f hexField) Value() (driver.Value, error) { return hex.EncodeToString(f), nil }

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
