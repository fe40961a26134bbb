package records_test

import (
	"database/sql"
	"slices"
	"testing"
)

// textsOf returns the first column of a query.
func textsOf(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestUpgrade_DemandsAProofOfLinkedAccounts covers the data steps of migration 66.
func TestUpgrade_DemandsAProofOfLinkedAccounts(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			_, db := upgradedRows(t, engine, 65, `
				INSERT INTO users (id, email, email_folded, first_name, last_name, password_hash, operator_since, created_at, updated_at) VALUES
					('usr_sso', 'a@example.com', 'a@example.com', '', '', '', 0, 1, 1),
					('usr_password', 'b@example.com', 'b@example.com', '', '', 'hash', 0, 1, 1),
					('usr_operator', 'c@example.com', 'c@example.com', '', '', '', 5, 1, 1),
					('usr_passkey', 'd@example.com', 'd@example.com', '', '', '', 0, 1, 1),
					('usr_other', 'e@example.com', 'e@example.com', '', '', 'hash', 0, 1, 1)`, `
				INSERT INTO passkeys (id, user_id, name, credential_id, credential, created_at) VALUES ('pky_1', 'usr_passkey', '', 'c', '{}', 1)`, `
				INSERT INTO workspaces (id, name, plan, created_at, updated_at) VALUES ('wsp_sso', 'w', 'FREE', 1, 1), ('wsp_plain', 'w', 'FREE', 1, 1)`, `
				INSERT INTO members (workspace_id, user_id, role, created_at) VALUES
					('wsp_sso', 'usr_sso', 'editor', 1), ('wsp_sso', 'usr_password', 'owner', 1), ('wsp_sso', 'usr_operator', 'admin', 1),
					('wsp_sso', 'usr_passkey', 'viewer', 1), ('wsp_sso', 'usr_other', 'viewer', 1), ('wsp_plain', 'usr_sso', 'owner', 1)`, `
				INSERT INTO sso_connections (id, workspace_id, issuer, client_id, client_secret, enforced, default_role, created_at, updated_at)
				VALUES ('sso_1', 'wsp_sso', 'https://idp.example.com', 'linnet', '', true, 'viewer', 1, 1)`, `
				INSERT INTO sso_identities (connection_id, issuer, subject, user_id, created_at, last_used_at) VALUES
					('sso_1', 'https://idp.example.com', '1', 'usr_sso', 1, 1), ('sso_1', 'https://idp.example.com', '2', 'usr_password', 1, 1),
					('sso_1', 'https://idp.example.com', '3', 'usr_operator', 1, 1), ('sso_1', 'https://idp.example.com', '4', 'usr_passkey', 1, 1)`, `
				INSERT INTO sessions (id, user_id, secret_hash, created_at, last_seen_at, expires_at, authenticated_at, sso_connection_id) VALUES
					('ses_sso', 'usr_sso', '1', 1, 1, 9, 7, 'sso_1'), ('ses_password', 'usr_password', '2', 1, 1, 9, 7, '')`)
			for what, c := range map[string]struct {
				query string
				want  []string
			}{
				"identities of users without another credential": {
					`SELECT user_id FROM sso_identities WHERE email = '' ORDER BY user_id`, []string{"usr_sso"},
				},
				"other identities": {`SELECT user_id FROM sso_identities WHERE email <> ''`, nil},
				"members who have signed on, also with deleted identities": {
					`SELECT workspace_id || ' ' || user_id FROM members WHERE signed_on ORDER BY 1`,
					[]string{"wsp_sso usr_operator", "wsp_sso usr_passkey", "wsp_sso usr_password", "wsp_sso usr_sso"},
				},
				"sessions that must prove an account": {`SELECT id FROM sessions WHERE authenticated_at = 0`, []string{"ses_sso"}},
				"sessions that stay":                  {`SELECT id FROM sessions WHERE authenticated_at = 7`, []string{"ses_password"}},
			} {
				if got := textsOf(t, db, c.query); !slices.Equal(got, c.want) {
					t.Errorf("%s: %q, want %q", what, got, c.want)
				}
			}
		})
	}
}
