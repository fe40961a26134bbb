package records

import (
	"reflect"
	"testing"
	"time"
)

type note struct {
	id, text, author, host string
	at                     time.Time
}

var noteTable = tableOf("note", `notes n JOIN hosts h ON h.id = n.host_id`, func(v *note) []column {
	return []column{
		fixed("id", &v.id),
		col("text", &v.text),
		derived("folded", text(func() string { return "folded " + v.text })),
		initial("secret", &v.author),
		computed("h.host", &v.host),
		col("written_at", &v.at),
	}
})

func TestTable_StatementsFollowFromTheColumns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ got, want string }{
		"select":    {noteTable.query, `SELECT n.id, n.text, h.host, n.written_at FROM notes n JOIN hosts h ON h.id = n.host_id `},
		"insert":    {noteTable.insertion, `INSERT INTO notes (id, text, folded, secret, written_at) VALUES ($1,$2,$3,$4,$5) `},
		"more":      {noteTable.intoWith("a", "b"), `INSERT INTO notes (id, text, folded, secret, written_at, a, b)`},
		"update":    {noteTable.set + noteTable.byKey, `UPDATE notes SET text = $2, folded = $3, written_at = $4 WHERE id = $1`},
		"parameter": {noteTable.parameter("written_at"), `$4`},
		"replace": {
			noteTable.onKey + noteTable.replace,
			`ON CONFLICT (id) DO UPDATE SET text = excluded.text, folded = excluded.folded, written_at = excluded.written_at`,
		},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s", name, c.got)
		}
	}
	v := note{id: "1", text: "x", author: "a", host: "h"}
	if got := noteTable.fields(&v, inSelect); !reflect.DeepEqual(got, []any{&v.id, &v.text, &v.host, timeField{&v.at}}) {
		t.Errorf("scan destinations: %v", got)
	}
	if got := noteTable.updated(&v); len(got) != 4 || got[0] != &v.id || got[1] != &v.text || got[3] != (timeField{&v.at}) {
		t.Errorf("arguments of an update: %v", got)
	}
	if folded, err := noteTable.updated(&v)[2].(text).Value(); err != nil || folded != "folded x" {
		t.Errorf("derived: %v, %v", folded, err)
	}
}

// rowOf scans the values of a row.
type rowOf []string

func (r rowOf) Scan(dest ...any) error {
	for i, at := range dest {
		if s, ok := at.(*string); ok {
			*s = r[i]
		}
	}
	return nil
}

func TestTable_ScannedRowsAreIndependent(t *testing.T) {
	t.Parallel()
	var more string
	scan := noteTable.scan(&more)
	first, err := scan(rowOf{"1", "x", "h", "", "more"})
	if err != nil || more != "more" {
		t.Fatal(more, err)
	}
	first.at = time.UnixMilli(1)
	second, err := scan(rowOf{"2", "y", "i", "", "less"})
	if err != nil || first.id != "1" || first.text != "x" || second.id != "2" || !second.at.IsZero() || more != "less" {
		t.Errorf("%+v, %+v, %s, %v", first, second, more, err)
	}
}
