package transfer

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"time"

	"linnet/internal/core/link"
)

// withOtherSettings appends a column for each field of link.Settings that none of
// the columns has.
func withOtherSettings(columns []column) []column {
	for _, f := range link.Fields() {
		switch f.Name {
		case "folderId", "utm", "preview": // folder, utmSource, previewTitle and so on
			continue
		}
		field := Field(f.Name)
		if !slices.ContainsFunc(columns, func(c column) bool { return c.field == field }) {
			columns = append(columns, settingColumn(field))
		}
	}
	return columns
}

// settingColumn is the column of a field of link.Settings. headers are its names in
// the exports of other services.
func settingColumn(field Field, headers ...string) column {
	fields := link.Fields()
	setting := fields[slices.IndexFunc(fields, func(f link.Field) bool { return f.Name == string(field) })]
	return column{
		field:   field,
		headers: append([]string{foldHeader(string(field))}, headers...),
		cell:    func(r row) string { return settingCell(setting.Of(&r.Settings)) },
		value:   func(r row) any { return settingValue(setting.Of(&r.Settings)) },
		read:    func(e *entry, cell string) error { return readSetting(setting.Of(&e.draft.Settings), cell) },
		assign:  func(to *link.Settings, e *entry) { setting.Copy(to, &e.draft.Settings) },
	}
}

// settingCell returns the cell of the value that at points to. Values other than
// texts, flags, numbers and times are JSON. The cell is empty if nothing is set.
func settingCell(at any) string {
	switch at := at.(type) {
	case *string:
		return *at
	case *bool:
		return strconv.FormatBool(*at)
	case *int64:
		if *at == 0 {
			return ""
		}
		return strconv.FormatInt(*at, 10)
	case *time.Time:
		return timeCell(*at)
	}
	value := reflect.ValueOf(at).Elem()
	if value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0 {
		return ""
	}
	return jsonCell(at)
}

// settingValue returns the value that at points to as an export in JSON has it; nil
// if nothing is set.
func settingValue(at any) any {
	cell := settingCell(at)
	if cell == "" {
		return nil
	}
	switch at := at.(type) {
	case *string, *time.Time:
		return cell
	case *bool:
		return *at
	case *int64:
		return *at
	}
	return json.RawMessage(cell)
}

// readSetting parses a cell into the value that at points to.
func readSetting(at any, cell string) (err error) {
	switch at := at.(type) {
	case *string:
		*at = cell
	case *bool:
		*at, err = boolOf(cell)
	case *int64:
		*at, err = wholeOf(cell)
	case *time.Time:
		*at, err = timeOf(cell)
	default:
		err = readJSON(cell, at)
	}
	return err
}
