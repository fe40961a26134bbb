package httpapi_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
)

// purge purges the deleted workspaces and moves SQLite's log into the database
// file.
func (in *install) purge(t *testing.T) {
	t.Helper()
	store, err := records.Open(t.Context(), records.Options{Dir: in.dir})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	purger := workspace.NewPurger(workspace.PurgerDeps{
		Store: store, Clicks: noClicks{}, ClockHealth: func() error { return nil }, Clock: in.clock, Log: slog.New(slog.DiscardHandler),
	})
	if err := purger.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.exec(t, `PRAGMA wal_checkpoint(TRUNCATE)`)
}

// found returns which of the texts are in a file of the data folder, ignoring case.
func (in *install) found(t *testing.T, texts ...string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(in.dir, func(path string, file os.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		for _, text := range texts {
			if bytes.Contains(bytes.ToLower(content), []byte(strings.ToLower(text))) {
				found = append(found, file.Name()+": "+text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// columnsWith returns the columns of the records, "table.column", that contain a
// text.
func (in *install) columnsWith(t *testing.T, text string) []string {
	t.Helper()
	var found []string
	for _, column := range in.query(t, `SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL TABLE%'`) {
		table, name, _ := strings.Cut(column, ".")
		if rows := in.query(t, `SELECT 1 FROM "`+table+`" WHERE instr(CAST("`+name+`" AS TEXT), $1) > 0 LIMIT 1`, text); len(rows) != 0 {
			found = append(found, column)
		}
	}
	return found
}

func TestDeleteMe_LeavesNothingThatIdentifiesTheUser(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	other := in.signUp(t)
	personal := []string{"Wilhelmina", "Zwiebelfisch", "wilhelmina@zwiebel.example", "mina@next.example", "20794612", "198.51.100.77"}
	made := in.anonymous().call(t, "POST", "/auth/signup", signup(map[string]any{
		"firstName": "Wilhelmina", "lastName": "Zwiebelfisch", "email": "wilhelmina@zwiebel.example", "phoneNumber": "+4420794612",
	}), testAddr+": 198.51.100.77").want(t, http.StatusCreated).json(t)
	u := user{in: in, token: made["token"].(string), id: made["user"].(map[string]any)["id"].(string)}
	u.workspaceID = u.call(t, "GET", "/workspaces/current", nil).json(t)["id"].(string)
	linkID := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}, "Idempotency-Key: one").want(t, 201).json(t)["id"].(string)
	key, _ := u.apiKey(t, access.LinksRead)
	u.call(t, "POST", "/me/email", map[string]any{"email": "mina@next.example", "password": goodPassword}).want(t, 200)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE'`)
	other.call(t, "POST", "/workspaces/"+other.workspaceID+"/invitations",
		map[string]any{"role": "editor", "email": "wilhelmina@zwiebel.example"}).want(t, 201)
	if len(in.found(t, personal[:4]...)) == 0 {
		t.Fatal("the search finds nothing before the deletion")
	}

	wrong := u.call(t, "DELETE", "/me", map[string]any{"password": "Wrong-Horse-1"}).want(t, http.StatusUnprocessableEntity)
	if got := wrong.problem(t).fields(); len(got) != 1 || !strings.HasPrefix(got[0], "password: ") {
		t.Errorf("fields %v", got)
	}
	u.call(t, "DELETE", "/me", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	u.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
	key.call(t, "GET", "/links", nil).want(t, http.StatusUnauthorized)
	in.purge(t)
	if found := in.found(t, personal...); found != nil {
		t.Errorf("after the deletion: %v", found)
	}
	// Erased events of the audit log have the ids of their subjects, see ADR 26.
	if diff := cmp.Diff([]string{records.File + ": " + linkID}, in.found(t, linkID)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"events.subject_id"}, in.columnsWith(t, linkID)); diff != "" {
		t.Error(diff)
	}
	if rows := in.query(t, `SELECT kind FROM events WHERE subject_id = $1 AND (data <> '' OR subject_label <> '' OR salt <> '')`, linkID); len(rows) != 0 {
		t.Errorf("events that are not erased: %q", rows)
	}
	other.call(t, "GET", "/links", nil).want(t, http.StatusOK)
}

func TestDeleteMe_ConflictWhileTheOnlyOwner(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	editor := in.member(t, owner, access.Editor)
	password := map[string]any{"password": goodPassword}
	conflict := owner.call(t, "DELETE", "/me", password).want(t, http.StatusConflict)
	if p := conflict.problem(t); !strings.Contains(p.Message, "Transfer or delete it first") {
		t.Errorf("message %q", p.Message)
	}
	linkID := editor.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	editor.call(t, "DELETE", "/me", password).want(t, http.StatusNoContent)
	owner.call(t, "GET", "/links/"+linkID, nil).want(t, http.StatusOK)
	owner.call(t, "DELETE", "/me", password).want(t, http.StatusNoContent)
}
