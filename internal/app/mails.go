package app

import (
	"context"
	"maps"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/member"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/mailer"
	"linnet/internal/infra/records"
)

// Templates of the mails that app queues; core/account has those of accounts.
const (
	planRequestMail = "plan_request"
	clickLimitMail  = "click_limit"
	domainMail      = "domain_status"
	securityMail    = "security_change"
)

// planRequestData is the data of planRequestMail.
type planRequestData struct {
	UserID  string                `json:"userId"`
	Request workspace.PlanRequest `json:"request"`
}

// clickLimitData is the data of clickLimitMail.
type clickLimitData struct {
	UserID string `json:"userId"`
	Used   int    `json:"used"`
	Limit  int    `json:"limit"`
}

// mails sends the mails that app queues.
type mails struct {
	records *records.Store
	mail    *mailer.Mailer
	sales   string // the address that receives plan requests
}

// kind returns the kind of tasks that send mails.
func (m mails) kind(accounts *account.Service, members *member.Service) queue.Kind {
	handlers := accounts.Mails()
	maps.Copy(handlers, members.Mails())
	maps.Copy(handlers, map[string]outbox.Handler{
		planRequestMail: outbox.Send(m.sendPlanRequest),
		clickLimitMail:  outbox.Send(m.sendClickLimit),
		domainMail:      outbox.Send(m.sendDomainStatus),
		billingMail:     outbox.Send(m.sendBilling),
		securityMail:    outbox.Send(m.sendSecurityChange),
	})
	return outbox.Kind(handlers)
}

func (m mails) sendPlanRequest(ctx context.Context, d planRequestData) error {
	user, err := m.records.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) { // deleted since
		return nil
	}
	if err != nil {
		return err
	}
	d.Request.UserName, d.Request.UserEmail = user.FirstName+" "+user.LastName, user.Email
	return m.mail.PlanRequest(ctx, account.Recipient{Address: m.sales}, d.Request)
}

func (m mails) sendClickLimit(ctx context.Context, d clickLimitData) error {
	return m.toUser(ctx, d.UserID, func(to account.Recipient) error { return m.mail.ClickLimit(ctx, to, d.Used, d.Limit) })
}

// toUser calls send with a user as the recipient, unless the user was deleted.
func (m mails) toUser(ctx context.Context, userID string, send func(to account.Recipient) error) error {
	user, err := m.records.Account(ctx, userID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return send(account.Recipient{UserID: user.ID, Name: user.FirstName + " " + user.LastName, Address: user.Email})
}

// domainData is the data of domainMail.
type domainData struct {
	UserID  string `json:"userId"`
	Host    string `json:"host"` // as people read it
	Failing bool   `json:"failing"`
}

func (m mails) sendDomainStatus(ctx context.Context, d domainData) error {
	return m.toUser(ctx, d.UserID, func(to account.Recipient) error { return m.mail.DomainStatus(ctx, to, d.Host, d.Failing) })
}

// planRequests queues the mails of plan requests.
type planRequests struct{ outbox *outbox.Outbox }

// PlanRequested queues a mail to the operator.
func (p planRequests) PlanRequested(ctx context.Context, userID string, r workspace.PlanRequest) error {
	return p.outbox.Add(ctx, planRequestMail, planRequestData{UserID: userID, Request: r})
}
