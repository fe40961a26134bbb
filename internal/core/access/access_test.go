package access_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
)

func TestPermissions_EachRoleExtendsTheNext(t *testing.T) {
	t.Parallel()
	roles := access.Roles()
	for i, role := range roles[:len(roles)-1] {
		for _, p := range access.Permissions(roles[i+1]) {
			if !slices.Contains(access.Permissions(role), p) {
				t.Errorf("%s lacks %s, which %s has", role, p, roles[i+1])
			}
		}
	}
	if got := access.Permissions("guest"); got != nil {
		t.Errorf("an unknown role has %v", got)
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	member := func(role access.Role) access.Actor {
		return access.Actor{UserID: "usr_1", SessionID: "ses_1", WorkspaceID: "wsp_1", Role: role}
	}
	for name, c := range map[string]struct {
		actor access.Actor
		p     access.Permission
		want  fault.Code // empty: allowed
	}{
		"viewer reads links":         {member(access.Viewer), access.ReadLinks, ""},
		"viewer writes links":        {member(access.Viewer), access.WriteLinks, fault.Forbidden},
		"editor writes links":        {member(access.Editor), access.WriteLinks, ""},
		"editor manages workspace":   {member(access.Editor), access.ManageWorkspace, fault.Forbidden},
		"admin manages workspace":    {member(access.Admin), access.ManageWorkspace, ""},
		"owner frees aliases":        {member(access.Owner), access.FreeAliases, ""},
		"unknown role reads links":   {member("guest"), access.ReadLinks, fault.Forbidden},
		"user without a workspace":   {access.Actor{UserID: "usr_1"}, access.ReadLinks, fault.NotFound},
		"user who is not a member":   {access.Actor{UserID: "usr_1", WorkspaceID: "wsp_2"}, access.ReadLinks, fault.NotFound},
		"request without a user":     {access.Actor{}, access.ReadLinks, fault.Unauthenticated},
		"workspace without a user":   {access.Actor{WorkspaceID: "wsp_1", Role: access.Owner}, access.ReadLinks, fault.Unauthenticated},
		"owner of another workspace": {access.Actor{UserID: "usr_1", Role: access.Owner}, access.ReadLinks, fault.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := access.Require(c.actor, c.p)
			if c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
				t.Errorf("Require = %v, want %q", err, c.want)
			}
		})
	}
}

// TestPermissions_AreDocumented compares the table in docs/teams.md.
func TestPermissions_AreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/teams.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range access.Permissions(access.Owner) {
		row := fmt.Sprintf("| `%s` |", p)
		for _, role := range access.Roles() {
			row += map[bool]string{true: " yes |", false: " no |"}[slices.Contains(access.Permissions(role), p)]
		}
		want = append(want, row)
	}
	var got []string
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRole_Includes(t *testing.T) {
	t.Parallel()
	if !access.Owner.Includes(access.Owner) || !access.Admin.Includes(access.Viewer) {
		t.Error("a role does not include itself or a lower one")
	}
	if access.Admin.Includes(access.Owner) || access.Role("guest").Includes(access.Viewer) || access.Owner.Includes("guest") {
		t.Error("a role includes a higher or an unknown one")
	}
}
