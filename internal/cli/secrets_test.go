package cli

import (
	"context"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// TestNode_StoresAndLogsNoSecrets uses one secret of each kind and searches the data
// folder, all rows of PostgreSQL and the log for them.
func TestNode_StoresAndLogsNoSecrets(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			var log syncBuffer
			addr := testkit.FreeAddr(t)
			cfg := config.Config{Addr: addr, Data: t.TempDir(), PublicURL: "http://" + addr, JournalSync: "second", Plans: "off"}
			if engine == "postgres" {
				cfg.DatabaseURL = testkit.MigratedPostgres(t)
			}
			origin := serveUntilEnd(t, cfg, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			ada := signUp(t, origin)
			secrets := useSecrets(t, ada, commands{t: t, cfg: cfg})

			places := map[string]string{"the log": log.String()}
			maps.Copy(places, contents(t, cfg.Data))
			if engine == "postgres" {
				maps.Copy(places, rows(t, cfg.DatabaseURL))
			}
			// The search is worth nothing if it does not find what is stored.
			const stored = "https://example.com/behind-a-password"
			if !anyContains(places, stored) {
				t.Fatal("the search does not find a destination")
			}
			for place, content := range places {
				for kind, secret := range secrets {
					if contains(content, secret) {
						t.Errorf("%s contains the %s", place, kind)
					}
				}
			}
		})
	}
}

// useSecrets returns secrets that the node accepted or created, by kind.
func useSecrets(t *testing.T, ada *person, c commands) map[string]string {
	t.Helper()
	secrets := map[string]string{
		"session token": ada.token, "password": "Correct-Horse7", "link password": "open-sesame-42", "share password": "sesame-shared-43",
	}
	ada.call(http.MethodPost, "/links", map[string]any{
		"url": "https://example.com/behind-a-password", "alias": "locked", "password": secrets["link password"],
	}, http.StatusCreated, nil)
	openLocked(t, ada, secrets["link password"])

	var key struct{ Key string }
	ada.call(http.MethodPost, "/api-keys", map[string]any{"name": "CI", "scopes": []string{"links:read"}}, http.StatusCreated, &key)
	secrets["API key"] = key.Key
	withKey := *ada
	withKey.token = key.Key
	withKey.call(http.MethodGet, "/links", nil, http.StatusOK, nil)

	var share, invitation struct{ URL string }
	ada.call(http.MethodPost, "/shares", map[string]any{"scope": "workspace", "password": secrets["share password"]}, http.StatusCreated, &share)
	ada.call(http.MethodPost, "/workspaces/current/invitations", map[string]any{"role": "viewer"}, http.StatusCreated, &invitation)
	secrets["share token"], secrets["invitation token"] = path.Base(share.URL), path.Base(strings.ReplaceAll(invitation.URL, "#", "/"))
	ada.call(http.MethodGet, "/invitations/"+secrets["invitation token"], nil, http.StatusOK, nil)

	var setup struct{ Secret string }
	ada.call(http.MethodPost, "/me/second-factors/totp", nil, http.StatusOK, &setup)
	code, err := totp.GenerateCode(setup.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var recovery struct{ RecoveryCodes []string }
	ada.call(http.MethodPost, "/me/second-factors/totp/confirm", map[string]any{"code": code}, http.StatusOK, &recovery)
	secrets["TOTP secret"], secrets["recovery code"] = setup.Secret, recovery.RecoveryCodes[0]

	var users []struct{ Email string }
	c.run(&users, "user", "list")
	var reset struct{ Link string }
	c.run(&reset, "user", "reset-password", users[0].Email)
	_, secrets["reset token"], _ = strings.Cut(reset.Link, "#token=")
	for kind, secret := range secrets {
		if len(secret) < len("open-sesame") {
			t.Fatalf("the %s is %q", kind, secret)
		}
	}
	return secrets
}

// openLocked enters the password of the link "locked".
func openLocked(t *testing.T, ada *person, password string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, ada.origin+"/locked", strings.NewReader("password="+password))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := ada.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.Header.Get("Location") != "https://example.com/behind-a-password" {
		t.Fatalf("status %d of the locked link", response.StatusCode)
	}
}

// contains reports whether content has a secret: as text, without hyphens, as the
// bytes that it encodes, or as PostgreSQL shows bytes.
func contains(content, secret string) bool {
	forms := []string{secret, strings.ReplaceAll(secret, "-", ""), hex.EncodeToString([]byte(secret))}
	if raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret); err == nil { // of TOTP
		forms = append(forms, string(raw), hex.EncodeToString(raw))
	}
	return slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(content, form) })
}

func anyContains(places map[string]string, text string) bool {
	for _, content := range places {
		if strings.Contains(content, text) {
			return true
		}
	}
	return false
}

// contents returns the files of a folder by path.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // a path of the test
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// rows returns the rows of each table of a PostgreSQL database as text.
func rows(t *testing.T, url string) map[string]string {
	t.Helper()
	ctx := t.Context()
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(ctx))
	texts := func(query string) []string {
		result, err := db.Query(ctx, query)
		if err != nil {
			t.Fatal(err)
		}
		all, err := pgx.CollectRows(result, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	tables := map[string]string{}
	for _, name := range texts(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`) {
		tables["table "+name] = strings.Join(texts(fmt.Sprintf(`SELECT x::text FROM %q AS x`, name)), "\n")
	}
	return tables
}
