package app

import (
	"context"
	"maps"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/abuse"
	"linnet/internal/core/account"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/core/scheduledreport"
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
	notices *notify.Service
	reports *scheduledreport.Service
	sales   string // the address that receives plan requests
	// unsubscribeURL returns the URL that ends the mails of a category to a user.
	unsubscribeURL func(userID string, category notify.Category) string
}

func newMails(
	cfg config.Config, records *records.Store, mail *mailer.Mailer, notices *notify.Service, reports *scheduledreport.Service,
	tokens notify.Unsubscriber,
) mails {
	page := strings.TrimRight(cfg.PublicURL, "/") + "/unsubscribe/"
	return mails{
		records:        records,
		mail:           mail,
		notices:        notices,
		reports:        reports,
		sales:          cfg.SalesEmail,
		unsubscribeURL: func(userID string, category notify.Category) string { return page + tokens.Token(userID, category) },
	}
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

		abuse.OutcomeMail: outbox.Send(m.sendAbuseOutcome),

		scheduledreport.MailTemplate: outbox.Send(m.sendScheduledReport),

		notify.MailTemplate:   outbox.Send(m.sendNotification),
		notify.DigestTemplate: outbox.Send(m.sendDigest),
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
	return m.toSubscriber(ctx, d.UserID, notify.MonthlyClicks, func(to account.Recipient) error {
		return m.mail.ClickLimit(ctx, to, d.Used, d.Limit)
	})
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

// toSubscriber is toUser with the URL that ends the mails of a category.
func (m mails) toSubscriber(ctx context.Context, userID string, category notify.Category, send func(to account.Recipient) error) error {
	return m.toUser(ctx, userID, func(to account.Recipient) error {
		to.Unsubscribe = m.unsubscribeURL(userID, category)
		return send(to)
	})
}

func (m mails) sendNotification(ctx context.Context, d notify.MailData) error {
	n, err := m.records.Notification(ctx, d.ID)
	if fault.Is(err, fault.NotFound) { // deleted since, with its workspace
		return nil
	}
	if err != nil {
		return err
	}
	send := func(to account.Recipient) error { return m.mail.Notification(ctx, to, n) }
	category := n.Kind.Category()
	if settings, _ := category.Settings(); settings.Locked {
		return m.toUser(ctx, n.UserID, send)
	}
	return m.toSubscriber(ctx, n.UserID, category, send)
}

// sendDigest sends the daily summary of a workspace, unless the user has left it.
func (m mails) sendDigest(ctx context.Context, d notify.DigestData) error {
	if _, err := m.records.Membership(ctx, d.UserID, "", d.WorkspaceID); err != nil {
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	}
	listed, err := m.notices.Digest(ctx, d.UserID, d.WorkspaceID)
	if err != nil || len(listed) == 0 {
		return err
	}
	w, err := m.records.Workspace(ctx, d.WorkspaceID)
	if err != nil {
		return err
	}
	err = m.toSubscriber(ctx, d.UserID, notify.DailySummary, func(to account.Recipient) error {
		return m.mail.Digest(ctx, to, w, listed)
	})
	if err != nil {
		return err
	}
	return m.notices.Digested(ctx, d.UserID, d.WorkspaceID, listed)
}

// domainData is the data of domainMail.
type domainData struct {
	UserID      string `json:"userId"`
	WorkspaceID string `json:"workspaceId"` // empty in tasks of earlier versions
	Host        string `json:"host"`        // as people read it
	Failing     bool   `json:"failing"`
}

func (m mails) sendDomainStatus(ctx context.Context, d domainData) error {
	return m.toSubscriber(ctx, d.UserID, notify.Domains, func(to account.Recipient) error {
		return m.mail.DomainStatus(ctx, to, d.WorkspaceID, d.Host, d.Failing)
	})
}

// planRequestMails queues the mails of plan requests.
type planRequestMails struct{ outbox *outbox.Outbox }

// send queues a mail to the operator.
func (p planRequestMails) send(ctx context.Context, userID string, r workspace.PlanRequest) error {
	return p.outbox.Add(ctx, planRequestMail, planRequestData{UserID: userID, Request: r})
}
