package records

import (
	"bytes"
	"context"
	"fmt"
	"time"
)

// SetHangTimes replaces the timeouts for a server that hangs.
func (s *Store) SetHangTimes(after, timeout time.Duration) {
	s.hang.after, s.hang.timeout = after, timeout
}

// SetTargetKind changes the kind of an alias's target to one of a newer version.
func (s *Store) SetTargetKind(ctx context.Context, folded, kind string) error {
	_, err := s.write.exec(ctx, `UPDATE aliases SET target_kind = $2 WHERE folded = $1`, folded, kind)
	return err
}

// Exec runs a statement, for tests that tamper with the records.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.write.exec(ctx, query, args...)
	return err
}

// TrimVersions erases all versions of a link but the newest n.
func (s *Store) TrimVersions(ctx context.Context, linkID string, n int) error {
	return s.inTx(ctx, func(tx conn) error { return eraseOldVersions(ctx, tx, linkID, n) })
}

// FillTables inserts rows into every table of a SQLite store that a copy reads, and
// returns the names of the tables. Every column has a value of its own in each row.
func FillTables(ctx context.Context, s *Store) (names []string, err error) {
	tables, err := copyTables(ctx)
	if err != nil {
		return nil, err
	}
	filled := map[string][]map[string]any{}
	for _, t := range tables {
		names = append(names, t.name)
		if filled[t.name], err = fillTable(ctx, s, t, filled); err != nil {
			return nil, fmt.Errorf("fill %s: %w", t.name, err)
		}
	}
	return names, nil
}

func fillTable(ctx context.Context, s *Store, t copyTable, filled map[string][]map[string]any) (rows []map[string]any, err error) {
	type reference struct{ from, table, to string }
	references, err := queryAll(ctx, s.read, func(row scanner) (r reference, err error) {
		err = row.Scan(&r.from, &r.table, &r.to)
		return r, err
	}, `SELECT "from", "table", "to" FROM pragma_foreign_key_list($1)`, t.name)
	if err != nil {
		return nil, err
	}
	if _, err := s.write.exec(ctx, "DELETE FROM "+t.name); err != nil {
		return nil, err
	}
	count := map[string]int{"secret_key": 1, "event_sequence": 1, "event_bytes_position": 1, "events": 1300}[t.name]
	if count == 0 {
		count = 3
	}
	values := make([][]any, count)
	for i := range count {
		row := map[string]any{}
		for n, c := range t.columns {
			row[c.name] = sampleValue(t.name, c, n, i)
		}
		for _, r := range references {
			row[r.from] = filled[r.table][i][r.to]
		}
		switch {
		case t.name == "qr_codes" && i == 0: // see the CHECK of the table
			row["static_content"] = ""
		case t.name == "qr_codes":
			row["link_id"] = nil
		case t.name == "qr_look_media" && i == 0:
			row["preset_id"] = nil
		case t.name == "domains" && i == 0: // the default domain
			row["workspace_id"] = ""
		}
		rows = append(rows, row)
		for _, c := range t.columns {
			values[i] = append(values[i], row[c.name])
		}
	}
	return rows, s.inTx(ctx, func(tx conn) error { return insertRows(ctx, tx, "INSERT INTO "+t.name+" ("+t.names()+")", values) })
}

func sampleValue(table string, c copyColumn, n, i int) any {
	switch c.kind {
	case kindInteger:
		return int64(i+1) + int64(n)<<20*int64(1-min(c.key, 1))
	case kindBoolean:
		return (n+i)%2 == 0
	case kindBytes:
		return bytes.Repeat([]byte{0, 0xff, byte(n), byte(i)}, 1<<uint(8*i))
	default:
		return fmt.Sprintf("%s.%s %d: Zoë's \"☕\"\n\t\\", table, c.name, i)
	}
}
