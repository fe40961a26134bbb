package transfer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestImport_TreatsMarkersAsEmptyInEveryOptionalColumn imports rows with one marker
// in one column.
func TestImport_TreatsMarkersAsEmptyInEveryOptionalColumn(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	fields := transfer.Fields()
	header := []string{"url"}
	for _, f := range fields {
		if f != transfer.URL {
			header = append(header, string(f))
		}
	}
	text.WriteString(strings.Join(header, ";") + "\n")
	rows := 0
	for _, marker := range []string{"NULL", "null", "None", "-", "N/A", "n/a", "Never", "0000-00-00", "0000-00-00 00:00:00"} {
		for column := 1; column < len(header); column++ {
			cells := make([]string, len(header))
			cells[0], cells[column] = fmt.Sprintf("https://example.com/%d", rows), marker
			text.WriteString(strings.Join(cells, ";") + "\n")
			rows++
		}
	}
	in := newInstall(t, testkit.SQLite(t))
	options := transfer.Options{Mapping: map[transfer.Field]string{}}
	for _, name := range header {
		options.Mapping[transfer.Field(name)] = name
	}
	j := in.imported(strings.ReplaceAll(text.String(), "url;shortUrl", "address;short"), mapped(options))
	if tally := transfer.TallyOf(j); j.State != job.Done || tally.Created != rows {
		t.Fatalf("%d of %d rows were imported: %+v\n%s", tally.Created, rows, j, strings.Join(in.report(j.ID), "\n"))
	}
	for _, row := range in.report(j.ID) {
		if strings.Contains(row, "not read") {
			t.Errorf("a marker is a warning: %s", row)
		}
	}
}

// mapped returns options for a file whose first two headers are not those of Linnet.
func mapped(o transfer.Options) transfer.Options {
	o.Mapping[transfer.URL], o.Mapping[transfer.ShortURL] = "address", "short"
	return o
}

func TestImport_LeavesOutWhatItCannotRead(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		long := strings.Repeat("x", link.MaxTag+1)
		j := in.imported(`long_url,alias,created_at,clicks,tags,expires_at
https://example.com/a,a,10/26/2020,many,`+long+`,
https://example.com/b,b,2999-01-01,-5,"[""one"", ""two""]",NULL
https://example.com/c,c,,,,10/26/2020
`, transfer.Options{})
		if tally := transfer.TallyOf(j); j.State != job.Done || tally.Created != 2 || j.Failed != 1 {
			t.Fatalf("%+v\n%s", j, strings.Join(in.report(j.ID), "\n"))
		}
		a, b := in.find("a"), in.find("b")
		if in.clock.Now().Sub(a.CreatedAt) > time.Hour || a.ClickCount != 0 || len(a.Tags) != 0 {
			t.Errorf("a link was imported with %v, %d clicks, tags %v", a.CreatedAt, a.ClickCount, a.Tags)
		}
		if strings.Join(b.Tags, "+") != "one+two" || !b.ExpiresAt.IsZero() {
			t.Errorf("tags %v, expires %v", b.Tags, b.ExpiresAt)
		}
		report := strings.Join(in.report(j.ID), "\n")
		for _, want := range []string{
			"createdAt: “10/26/2020” was not read. Write the date as", "clicks: “many” was not read.", "tags: “xxx", "createdAt: “2999-01-01” was not read. The creation date must be",
			"clicks: “-5” was not read.", "expiresAt: Write the date as",
		} {
			if !strings.Contains(report, want) {
				t.Errorf("the report does not say %q:\n%s", want, report)
			}
		}
	})
}
