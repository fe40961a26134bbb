package app

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/mailer"
	"linnet/internal/infra/records"
)

// planRequests mails requests for plans to the operator.
type planRequests struct {
	records *records.Store
	mail    *mailer.Mailer
	to      string // email address
}

// PlanRequested sends the request with the user's name and address.
func (p planRequests) PlanRequested(ctx context.Context, userID string, r workspace.PlanRequest) error {
	user, err := p.records.Account(ctx, userID)
	if err != nil {
		return err
	}
	r.UserName, r.UserEmail = user.FirstName+" "+user.LastName, user.Email
	return p.mail.PlanRequest(ctx, account.Recipient{Address: p.to}, r)
}
