package member

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/locale"
	"linnet/internal/core/outbox"
)

// mailTemplate is the template of the mail with an invitation.
const mailTemplate = "workspace_invitation"

// mailData is the data of mailTemplate.
type mailData struct {
	InvitationID string       `json:"invitationId"`
	Language     locale.Fixed `json:"language"` // null in tasks of earlier versions: English
}

// Mailer sends the mails of invitations.
type Mailer interface {
	// WorkspaceInvitation sends the link that accepts an invitation to its address, in a
	// language.
	WorkspaceInvitation(ctx context.Context, i Invitation, link string, in locale.Fixed) error
}

// Mails returns the functions that send queued mails, by template.
func (s *Service) Mails() map[string]outbox.Handler {
	return map[string]outbox.Handler{mailTemplate: outbox.Send(s.sendInvitation)}
}

// sendInvitation mails an invitation with a new token, because tokens are not
// stored with mails. An invitation that is no longer pending is not mailed.
func (s *Service) sendInvitation(ctx context.Context, d mailData) error {
	i, err := s.deps.Store.Invitation(ctx, d.InvitationID)
	if fault.Is(err, fault.NotFound) { // the workspace was purged
		return nil
	}
	if err != nil {
		return err
	}
	if i.Err(s.deps.Clock.Now()) != nil {
		return nil
	}
	secret := ident.NewSecret("")
	if err := s.deps.Store.AddInvitationToken(ctx, i.ID, secret.Hash); err != nil {
		return err
	}
	return s.deps.Mailer.WorkspaceInvitation(ctx, i, s.link(secret), d.Language)
}
