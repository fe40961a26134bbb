package httpapi_test

import (
	"strings"
	"testing"
)

func TestInvitations_AreMailedInTheLanguageOfTheInviter(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, u.workspaceID) // allows members
	for header, want := range map[string]string{"de-AT,de;q=0.9,en;q=0.8": `"language":"de"`, "xx": `"language":"en"`} {
		in.exec(t, `DELETE FROM tasks`)
		u.call(t, "POST", "/workspaces/current/invitations", map[string]any{"role": "viewer", "email": "eve@example.com"}, "Accept-Language: "+header).want(t, 201)
		if mails := strings.Join(in.query(t, `SELECT payload FROM tasks`), "\n"); !strings.Contains(mails, want) {
			t.Errorf("%s: %s", header, mails)
		}
		in.exec(t, `DELETE FROM invitations`)
	}
}
