package clickhouse

import (
	"encoding/hex"
	"strings"
	"testing"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/testkit/testclickhouse"
)

// The library that tests run has no cluster; it parses the statements of one.
func TestLayout_CreatesReplicatedTablesOnACluster(t *testing.T) {
	t.Parallel()
	s := open(t, Options{URL: testclickhouse.URL(t)})
	l := layout{cluster: "linnet", database: "clicks_of_all"}
	statements := append(createTables(l, clicksql.Columns()), l.versions())
	for _, statement := range statements {
		if err := s.exec(t.Context(), "EXPLAIN AST "+statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if !strings.Contains(statement, "ON CLUSTER 'linnet'") {
			t.Errorf("not on the cluster: %s", statement)
		}
	}
	all := strings.Join(statements, "\n")
	for _, want := range []string{
		"ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/clicks_of_all/clicks', '{replica}')",
		"ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/clicks_of_all/positions', '{shard}-{replica}', position)",
		"ENGINE = Distributed('linnet', currentDatabase(), 'clicks_stored', workspace)",
		"replicated_deduplication_window_seconds = 604800",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("missing: %s\nin %s", want, all)
		}
	}
}

func TestStore_IdentityIsStable(t *testing.T) {
	t.Parallel()
	url := testclickhouse.URL(t)
	first, err := open(t, Options{URL: url}).Source(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, err := open(t, Options{URL: url}).Source(t.Context())
	if err != nil || first == "" || first != second {
		t.Errorf("sources %q and %q; %v", first, second, err)
	}
}

func TestParseURL_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"clickhouse://u:p@host:9000/linnet":                                "",
		"clickhouse://u:p@a:9000,b:9000/linnet?secure=true&cluster=main_1": "",
		"https://u:p@host:8443/linnet":                                     "",
		"host:9000":                                                        "not like clickhouse://",
		"postgres://u:hunter2@host/linnet":                                 "not like clickhouse://",
		"clickhouse://u:hunter2@host:9000":                                 "name of the database",
		"clickhouse://u:hunter2@host:9000/linnet?dial_timeout=soon":        "host or a parameter",
		"clickhouse://u:hunter2@host:9000/linnet?cluster=a%27%20ENGINE%3D": "cluster's name",
		"clickhouse://u:hunter2@host:9000/linnet?%zz":                      "parameters of the URL",
	} {
		_, _, err := parseURL(Options{URL: url}.withDefaults())
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", url, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", url, err, want)
		case err != nil && strings.Contains(err.Error(), "hunter2"):
			t.Errorf("the error contains the password: %v", err)
		}
	}
}

func TestQuote_ReturnsALiteralOfTheText(t *testing.T) {
	t.Parallel()
	s := open(t, Options{URL: testclickhouse.URL(t)})
	var all strings.Builder
	for r := range rune(0x180) {
		all.WriteRune(r)
	}
	for _, text := range []string{"", `\`, `'`, `\'`, `\\'; DROP TABLE clicks; --`, "{x:String}", "?", "$1", all.String()} {
		n, err := s.number(t.Context(), "SELECT toUInt64("+quote(text)+" = unhex('"+hex.EncodeToString([]byte(text))+"'))")
		if err != nil || n != 1 {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}
