package dataexport

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Data is everything about a user but the events and the links. Secrets and hashes are
// left out.
type Data struct {
	Profile       Profile
	Sessions      []Session
	Memberships   []Membership
	APIKeys       []APIKey
	SecondFactors []SecondFactor
	Notifications []Notification
	Preferences   []Preference
	SavedViews    []SavedView
}

// Profile is the user's account.
type Profile struct {
	ID            string    `json:"id"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"emailVerified"`
	FirstName     string    `json:"firstName"`
	LastName      string    `json:"lastName"`
	Country       string    `json:"country"`
	CountryCode   string    `json:"countryCode"`
	PhoneNumber   string    `json:"phoneNumber"`
	CreatedAt     time.Time `json:"createdAt"`
}

// Session is a login, also an expired one that is still stored.
type Session struct {
	ID         string    `json:"id"`
	UserAgent  string    `json:"userAgent"`
	Place      string    `json:"place"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

// Membership is a workspace of the user.
type Membership struct {
	WorkspaceID string    `json:"workspaceId"`
	Name        string    `json:"name"`
	Role        string    `json:"role"`
	JoinedAt    time.Time `json:"joinedAt"`
	OnlyOwner   bool      `json:"onlyOwner"` // the export contains its links
}

// APIKey is a key that acts for the user.
type APIKey struct {
	ID          string    `json:"id"`
	WorkspaceID string    `json:"workspaceId"`
	Name        string    `json:"name"`
	Scopes      string    `json:"scopes"`
	CreatedAt   time.Time `json:"createdAt"`
	Revoked     bool      `json:"revoked"`
}

// SecondFactor is another way to prove the user's identity than the password.
type SecondFactor struct {
	Kind      string    `json:"kind"`           // totp, passkey or single-sign-on
	Name      string    `json:"name,omitempty"` // of a passkey; the issuer and the id of an identity
	CreatedAt time.Time `json:"createdAt"`
}

// Notification is a notification as the user reads it.
type Notification struct {
	Kind        string    `json:"kind"`
	WorkspaceID string    `json:"workspaceId,omitempty"`
	Title       string    `json:"title"`
	Message     string    `json:"message"`
	CreatedAt   time.Time `json:"createdAt"`
}

// Preference is a chosen notification preference.
type Preference struct {
	Category string `json:"category"`
	InApp    bool   `json:"inApp"`
	Email    string `json:"email"`
}

// SavedView is a stored filter and sort order of a list.
type SavedView struct {
	ID          string    `json:"id"`
	WorkspaceID string    `json:"workspaceId"`
	Name        string    `json:"name"`
	Query       string    `json:"query"`
	CreatedAt   time.Time `json:"createdAt"`
}

// Event is an action of the user in the audit log.
type Event struct {
	Sequence    int64     `json:"sequence"`
	At          time.Time `json:"at"`
	Action      string    `json:"action"`
	WorkspaceID string    `json:"workspaceId,omitempty"`
	Subject     string    `json:"subject"`
	Label       string    `json:"label,omitempty"`
	Network     string    `json:"network,omitempty"`
}

// Kind is a kind of content of a workspace, and the folder of its files.
type Kind string

// The kinds of contents besides links.
const (
	QRCodes   Kind = "qr-codes"
	QRPresets Kind = "qr-presets"
	BioPages  Kind = "bio-pages"
	Images    Kind = "images" // without their pixels

	UTMTemplates Kind = "utm-templates"
)

// AllKinds returns every kind.
func AllKinds() []Kind { return []Kind{QRCodes, QRPresets, BioPages, Images, UTMTemplates} }

// Content is something that the members of a workspace made.
type Content struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"` // the handle of a bio page, the alternative text of an image
	LinkID    string          `json:"linkId,omitempty"`
	Content   json.RawMessage `json:"content,omitempty"` // of a static QR code or UTM template; the latest revision of a bio page
	Look      json.RawMessage `json:"look,omitempty"`
	CreatedAt time.Time       `json:"createdAt"`
	UpdatedAt time.Time       `json:"updatedAt"`
}

// pageSize is the number of events or contents that are read at once.
const pageSize = 1_000

const readme = `This archive contains the data that Linnet stores about you.

profile.json        your account
sessions.json       where you logged in
memberships.json    your workspaces and roles
api-keys.json       the names of your API keys, without the keys
second-factors.json your authenticator app, passkeys and single sign-ons, without their secrets
notifications.json  your notifications
preferences.json    the notification preferences that you changed
saved-views.json    your saved views of lists
events.json         your actions in the audit logs

Of the workspaces of which you are the only owner, a file for each workspace:

links/              links
qr-codes/           QR codes and their looks
qr-presets/         presets of QR codes
bio-pages/          bio pages as you last edited them
utm-templates/      UTM templates
images/             the images of the media library, without the files
`

// write writes the file of an export.
func (s *Service) write(ctx context.Context, e Export, out io.WriteCloser) error {
	data, err := s.deps.Store.PersonalData(ctx, e.UserID)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(out)
	entry := func(name string, content func(io.Writer) error) error {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: e.CreatedAt})
		if err != nil {
			return fmt.Errorf("add %s: %w", name, err)
		}
		return content(w)
	}
	document := func(name string, v any) error {
		return entry(name, func(w io.Writer) error { return encode(w, v) })
	}
	if err := entry("README.txt", func(w io.Writer) error { _, err := io.WriteString(w, readme); return err }); err != nil {
		return err
	}
	for _, d := range []struct {
		name string
		v    any
	}{
		{"profile.json", data.Profile}, {"sessions.json", data.Sessions}, {"memberships.json", data.Memberships},
		{"api-keys.json", data.APIKeys}, {"second-factors.json", data.SecondFactors}, {"notifications.json", data.Notifications},
		{"preferences.json", data.Preferences}, {"saved-views.json", data.SavedViews},
	} {
		if err := document(d.name, d.v); err != nil {
			return err
		}
	}
	if err := entry("events.json", func(w io.Writer) error { return s.writeEvents(ctx, e.UserID, w) }); err != nil {
		return err
	}
	for _, m := range data.Memberships {
		if !m.OnlyOwner {
			continue
		}
		links := func(w io.Writer) error { return s.deps.WriteLinks(ctx, e.UserID, m.WorkspaceID, w) }
		if err := entry("links/"+m.WorkspaceID+".json", links); err != nil {
			return err
		}
		for _, kind := range AllKinds() {
			contents := func(w io.Writer) error { return s.writeContents(ctx, kind, m.WorkspaceID, w) }
			if err := entry(string(kind)+"/"+m.WorkspaceID+".json", contents); err != nil {
				return err
			}
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("close the archive: %w", err)
	}
	return out.Close()
}

func encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// writeEvents writes the user's actions as a JSON array.
func (s *Service) writeEvents(ctx context.Context, userID string, w io.Writer) error {
	after := int64(0)
	return writeArray(w, func() ([]Event, error) {
		page, err := s.deps.Store.UserEvents(ctx, userID, after, pageSize)
		if len(page) > 0 {
			after = page[len(page)-1].Sequence
		}
		return page, err
	})
}

// writeContents writes contents of a workspace as a JSON array.
func (s *Service) writeContents(ctx context.Context, kind Kind, workspaceID string, w io.Writer) error {
	after := ""
	return writeArray(w, func() ([]Content, error) {
		page, err := s.deps.Store.WorkspaceContents(ctx, kind, workspaceID, after, pageSize)
		if len(page) > 0 {
			after = page[len(page)-1].ID
		}
		return page, err
	})
}

// writeArray writes a JSON array, one page at a time, until a page is not full.
func writeArray[T any](w io.Writer, next func() ([]T, error)) error {
	separator, end := "[\n", "[]\n"
	for {
		page, err := next()
		if err != nil {
			return err
		}
		for _, item := range page {
			raw, err := json.Marshal(item)
			if err != nil {
				return fmt.Errorf("encode %T: %w", item, err)
			}
			if _, err := fmt.Fprintf(w, "%s%s", separator, raw); err != nil {
				return err
			}
			separator, end = ",\n", "\n]\n"
		}
		if len(page) < pageSize {
			break
		}
	}
	_, err := io.WriteString(w, end)
	return err
}
