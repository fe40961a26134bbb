package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// commands runs operator commands against the records of a node.
type commands struct {
	t   *testing.T
	cfg config.Config
}

// run runs a command with --json and reads what it printed into v.
func (c commands) run(v any, args ...string) {
	c.t.Helper()
	code, out, errs := c.try(append(args, "--json")...)
	if code != 0 {
		c.t.Fatalf("linnet %s: %d, %s", strings.Join(args, " "), code, errs)
	}
	if v == nil {
		return
	}
	if err := json.Unmarshal([]byte(out), v); err != nil {
		c.t.Fatalf("linnet %s: %v in %s", strings.Join(args, " "), err, out)
	}
}

func (c commands) try(args ...string) (code int, out, errs string) {
	c.t.Helper()
	var stdout, stderr bytes.Buffer
	args = append(args, "--data", c.cfg.Data, "--public-url", c.cfg.PublicURL, "--database-url", c.cfg.DatabaseURL)
	code = Main(c.t.Context(), args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// onBothEngines runs a test against a running node: with SQLite in the data folder
// of the node, and with PostgreSQL from another folder.
func onBothEngines(t *testing.T, run func(t *testing.T, ada *person, c commands)) {
	t.Helper()
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			c := commands{t: t}
			origin := start(t, func(cfg *config.Config) {
				if engine == "postgres" {
					cfg.DatabaseURL = testkit.MigratedPostgres(t)
				}
				c.cfg = *cfg
			})
			if engine == "postgres" {
				c.cfg.Data = t.TempDir()
			}
			run(t, signUp(t, origin), c)
		})
	}
}

// answers waits until a visit of path returns the status.
func (p *person) answers(path string, want int) {
	p.t.Helper()
	eventually(p.t, func() string {
		status, _, err := p.visit(path)
		if err != nil || status != want {
			return fmt.Sprintf("%s answers %d (%v), want %d", path, status, err, want)
		}
		return ""
	})
}

func TestBlock_TakesALinkDown(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var made struct{ ID, Status string }
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}, http.StatusCreated, &made)
		ada.answers("/launch", http.StatusFound)
		c.run(nil, "block", ada.origin+"/launch?x=1")
		ada.answers("/launch", http.StatusUnavailableForLegalReasons)
		ada.call(http.MethodGet, "/links/"+made.ID, nil, http.StatusOK, &made)
		if made.Status != "blocked" {
			t.Errorf("status %s", made.Status)
		}
		ada.call(http.MethodPatch, "/links/"+made.ID, map[string]any{"url": "https://example.org/"}, http.StatusOK, nil)
		ada.answers("/launch", http.StatusUnavailableForLegalReasons) // the owner cannot undo it
		ada.call(http.MethodDelete, "/links/"+made.ID, nil, http.StatusNoContent, nil)
		ada.call(http.MethodDelete, "/tombstones/"+made.ID, nil, http.StatusForbidden, nil)
		ada.call(http.MethodPost, "/links/"+made.ID+"/restore", nil, http.StatusOK, nil)
		c.run(nil, "unblock", "launch")
		ada.answers("/launch", http.StatusFound)
		// A command needs no public URL: it reads the install's own host.
		c.cfg.PublicURL = "http://localhost:8080"
		c.run(nil, "block", "launch")
		ada.answers("/launch", http.StatusUnavailableForLegalReasons)
		if code, _, errs := c.try("block", "nothing-here"); code != 1 || !strings.Contains(errs, `There is no link "nothing-here"`) {
			t.Errorf("%d, %s", code, errs)
		}
	})
}

func TestBlock_RefusesDestinations(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		link := func(alias, url string) map[string]any { return map[string]any{"url": url, "alias": alias} }
		ada.call(http.MethodPost, "/links", link("old", "https://www.evil.example/x"), http.StatusCreated, nil)
		ada.answers("/old", http.StatusFound)
		c.run(nil, "block", "--destination", "*.Evil.example")
		ada.answers("/old", http.StatusUnavailableForLegalReasons)
		ada.call(http.MethodPost, "/links", link("new", "https://EVIL.example./"), http.StatusUnprocessableEntity, nil)
		ada.call(http.MethodPost, "/links", link("fine", "https://notevil.example/"), http.StatusCreated, nil)
		var list struct{ Hosts []string }
		c.run(&list, "block", "--list")
		if len(list.Hosts) != 1 || list.Hosts[0] != "evil.example" {
			t.Errorf("blocked hosts %q", list.Hosts)
		}
		c.run(nil, "unblock", "--destination", "evil.example")
		ada.answers("/old", http.StatusFound)
		c.run(nil, "block", "--destination", "www.evil.example/x", "--kind", "prefix", "--reason", "Phishing")
		ada.answers("/old", http.StatusUnavailableForLegalReasons)
		ada.call(http.MethodPost, "/links", link("other", "https://www.evil.example/y"), http.StatusCreated, nil)
		c.run(nil, "unblock", "--destination", "www.evil.example/x", "--kind", "prefix")
		ada.answers("/old", http.StatusFound)
	})
}

func TestSuspend_StopsAUser(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
		ada.answers("/a", http.StatusFound)
		var users []struct{ Email string }
		c.run(&users, "user", "list", "--search", "LOVELACE")
		if len(users) != 1 {
			t.Fatalf("users %v", users)
		}
		c.run(nil, "suspend", users[0].Email)
		ada.answers("/a", http.StatusGone)
		ada.call(http.MethodGet, "/me", nil, http.StatusUnauthorized, nil)
		login := map[string]any{"email": users[0].Email, "password": "Correct-Horse7"}
		ada.call(http.MethodPost, "/auth/login", login, http.StatusForbidden, nil)
		c.run(nil, "unsuspend", users[0].Email)
		ada.answers("/a", http.StatusFound)
		ada.call(http.MethodPost, "/auth/login", login, http.StatusOK, nil)
	})
}

func TestSuspend_StopsAWorkspace(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
		ada.answers("/a", http.StatusFound)
		var all []struct {
			ID, Plan string
			Links    int
		}
		c.run(&all, "workspace", "list")
		if len(all) != 1 || all[0].Links != 1 || all[0].Plan != "FREE" {
			t.Fatalf("workspaces %+v", all)
		}
		c.run(nil, "workspace", "suspend", all[0].ID)
		ada.answers("/a", http.StatusGone)
		ada.call(http.MethodGet, "/links", nil, http.StatusForbidden, nil)
		c.run(nil, "workspace", "restore", all[0].ID)
		ada.answers("/a", http.StatusFound)
		ada.call(http.MethodGet, "/links", nil, http.StatusOK, nil)
		ada.call(http.MethodPost, "/auth/logout", nil, http.StatusNoContent, nil)
	})
}

func TestOperatorCommands_GrantAndRevoke(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var users []struct {
			Email    string
			Operator bool
		}
		c.run(&users, "user", "list")
		if len(users) != 1 || !users[0].Operator { // the first account
			t.Fatalf("users %+v", users)
		}
		ada.call(http.MethodGet, "/admin/overview", nil, http.StatusOK, nil)
		ada.call(http.MethodGet, "/admin/domains", nil, http.StatusOK, nil)
		c.run(nil, "user", "revoke-operator", users[0].Email)
		ada.call(http.MethodGet, "/admin/overview", nil, http.StatusNotFound, nil)
		c.run(nil, "user", "grant-operator", users[0].Email)
		ada.call(http.MethodGet, "/admin/overview", nil, http.StatusOK, nil)
		if code, _, errs := c.try("user", "grant-operator", "unknown@example.com"); code != 1 || !strings.Contains(errs, "There is no user") {
			t.Errorf("%d, %s", code, errs)
		}
	})
}

func TestSetPlan(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var w struct{ ID, Plan string }
		ada.call(http.MethodGet, "/workspaces/current", nil, http.StatusOK, &w)
		c.run(nil, "workspace", "set-plan", w.ID, "professional")
		ada.call(http.MethodGet, "/workspaces/current", nil, http.StatusOK, &w)
		if w.Plan != "PROFESSIONAL" {
			t.Errorf("plan %s", w.Plan)
		}
		var log struct{ Items []struct{ Summary string } }
		ada.call(http.MethodGet, "/audit-log?action=workspace.plan_set", nil, http.StatusOK, &log)
		if len(log.Items) != 1 || log.Items[0].Summary != "set the plan to Professional" {
			t.Errorf("audit log %+v", log.Items)
		}
		if code, _, errs := c.try("workspace", "set-plan", w.ID, "GOLD"); code != 1 || !strings.Contains(errs, "Choose one of: FREE, BASIC") {
			t.Errorf("%d, %s", code, errs)
		}
	})
}

func TestUserResetSecondFactor_TurnsItOff(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var users []struct{ Email string }
		c.run(&users, "user", "list")
		var setup struct{ Secret string }
		ada.call(http.MethodPost, "/me/second-factors/totp", nil, http.StatusOK, &setup)
		code, err := totp.GenerateCode(setup.Secret, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		ada.call(http.MethodPost, "/me/second-factors/totp/confirm", map[string]any{"code": code}, http.StatusOK, nil)
		login := map[string]any{"email": users[0].Email, "password": "Correct-Horse7"}
		ada.call(http.MethodPost, "/auth/login", login, http.StatusUnauthorized, nil)
		c.run(nil, "user", "reset-second-factor", users[0].Email)
		ada.call(http.MethodPost, "/auth/login", login, http.StatusOK, nil)
		if status, _, errs := c.try("user", "reset-second-factor", users[0].Email); status != 1 || !strings.Contains(errs, "no such second factor") {
			t.Errorf("%d, %s", status, errs)
		}
	})
}

func TestUserCommands_MakeOneTimeLinks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var users []struct{ Email string }
		c.run(&users, "user", "list")
		var made struct{ Link string }
		c.run(&made, "user", "reset-password", users[0].Email)
		_, token, ok := strings.Cut(made.Link, "/reset-password#token=")
		reset := map[string]any{"token": token, "password": "Another-Horse8", "passwordConfirmation": "Another-Horse8"}
		if !ok {
			t.Fatalf("link %s", made.Link)
		}
		ada.call(http.MethodPost, "/auth/reset-password", reset, http.StatusOK, nil)
		ada.call(http.MethodPost, "/auth/login", map[string]any{"email": users[0].Email, "password": "Another-Horse8"}, http.StatusOK, nil)
		c.run(&made, "user", "invite", "bob@example.com")
		if !strings.Contains(made.Link, "/signup#code=") {
			t.Errorf("link %s", made.Link)
		}
	})
}

// A public install writes the set-up link to a file and rejects every other sign-up.
func TestSignup_OnAPublicInstall(t *testing.T) {
	t.Parallel()
	log := &syncBuffer{}
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: t.TempDir(), PublicURL: "https://links.example.com", JournalSync: "second"}
	origin := startLogged(t, cfg, log)
	file := filepath.Join(cfg.Data, "setup-code")
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	code, ok := strings.CutPrefix(strings.TrimSpace(string(written)), "https://links.example.com/signup#code=")
	if !ok {
		t.Fatalf("set-up file %q", written)
	}
	if logged := log.String(); strings.Contains(logged, code) || !strings.Contains(logged, file) {
		t.Errorf("the log has the code or not its file: %s", logged)
	}
	p := &person{t: t, origin: origin, client: http.DefaultClient, host: "links.example.com"}
	account := func(email, code string) map[string]any {
		return map[string]any{
			"firstName": "Ada", "lastName": "Lovelace", "email": email, "password": "Correct-Horse7", "passwordConfirmation": "Correct-Horse7",
			"country": "GB", "countryCode": "+44", "phoneNumber": "+441234567890", "ipAddress": "", "code": code, "plans": "off",
		}
	}
	var status struct {
		Mode         string
		Setup, Plans bool
	}
	p.call(http.MethodGet, "/signup-status", nil, http.StatusOK, &status)
	if status.Mode != "invite" || !status.Setup || !status.Plans || !hasPlans(p) {
		t.Errorf("status %+v", status)
	}
	p.call(http.MethodPost, "/auth/signup", account("mallory@example.com", ""), http.StatusForbidden, nil)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("set-up file: %v, %v", info, err)
	}
	var printed struct{ Link string }
	c := commands{t: t, cfg: cfg}
	if said := run(t, "setup-code", "--data", cfg.Data); !strings.Contains(said, "https://links.example.com/signup#code=") {
		t.Errorf("in a shell without the settings of the service: %s", said)
	}
	c.run(&printed, "setup-code")
	_, code, _ = strings.Cut(printed.Link, "#code=")
	p.call(http.MethodPost, "/auth/signup", account("ada@example.com", code), http.StatusCreated, nil)
	if hasPlans(p) {
		t.Error("the install has plans although its first account chose none")
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("set-up file after the first account: %v", err)
	}
	if code, _, errs := c.try("setup-code"); code != 1 || !strings.HasPrefix(errs, "linnet: There is an account already") {
		t.Errorf("%d, %s", code, errs)
	}
	p.call(http.MethodPost, "/auth/signup", account("mallory@example.com", code), http.StatusForbidden, nil)
	var made struct{ Link string }
	c.run(&made, "user", "invite", "bob@example.com")
	_, code, _ = strings.Cut(made.Link, "#code=")
	p.call(http.MethodPost, "/auth/signup", account("mallory@example.com", code), http.StatusForbidden, nil)
	p.call(http.MethodPost, "/auth/signup", account("bob@example.com", code), http.StatusCreated, nil)
	p.call(http.MethodGet, "/signup-status", nil, http.StatusOK, &status)
	if status.Mode != "invite" || status.Setup || status.Plans {
		t.Errorf("status %+v", status)
	}
}

// syncBuffer is a buffer that is safe for concurrent use.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
