package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/operator"
	"linnet/internal/core/plan"
	"linnet/internal/edge/apikit"
)

// InstallOverview is the state of the install and of the node that answers.
type InstallOverview struct {
	Version    string        `json:"version"`
	StartedAt  time.Time     `json:"startedAt" doc:"When this node started."`
	Records    string        `json:"records" doc:"The database engine of the records." example:"SQLite"`
	Signup     string        `json:"signup" enum:"open,invite,closed"`
	Plans      []string      `json:"plans" doc:"The plans on offer."`
	HasPlans   bool          `json:"hasPlans" doc:"False on an install without plans: nothing is limited or sold."`
	PlansFixed bool          `json:"plansFixed" doc:"True if LINNET_PLANS decides whether the install has plans."`
	Counts     InstallCounts `json:"counts"`
	Disk       InstallDisk   `json:"disk"`
	Journal    int64         `json:"journalWaitingBytes" doc:"Journal data that the click store has not stored yet."`
	Checks     []HealthCheck `json:"checks" doc:"The parts of this node."`
}

// InstallCounts are the numbers of objects in the install.
type InstallCounts struct {
	Users               int `json:"users"`
	SuspendedUsers      int `json:"suspendedUsers"`
	Workspaces          int `json:"workspaces"`
	SuspendedWorkspaces int `json:"suspendedWorkspaces"`
	Domains             int `json:"domains"`
	FailingDomains      int `json:"failingDomains"`
	Links               int `json:"links"`
	BlockedLinks        int `json:"blockedLinks"`
	OpenAbuseCases      int `json:"openAbuseCases" doc:"Links and bio pages with abuse reports that no operator has resolved."`
	WaitingTasks        int `json:"waitingTasks" doc:"Background tasks, such as emails, that are not done."`
	FailedTasks         int `json:"failedTasks" doc:"Background tasks that are not retried. linnet doctor lists them."`
}

// InstallDisk is the disk of the data folder.
type InstallDisk struct {
	FreeBytes int64 `json:"freeBytes"`
	DataBytes int64 `json:"dataBytes" doc:"The size of the data folder."`
}

// HealthCheck is the state of a part of the node.
type HealthCheck struct {
	Name     string `json:"name" example:"journal"`
	OK       bool   `json:"ok"`
	Optional bool   `json:"optional" doc:"True if the node serves requests while this part fails."`
	Error    string `json:"error,omitempty"`
}

func (a *API) adminOverview(ctx context.Context, _ *struct{}) (*apikit.Output[InstallOverview], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	v, err := a.Overview(ctx)
	if err != nil {
		return nil, err
	}
	signup, err := a.Accounts.SignupStatus(ctx)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(InstallOverview{
		Version:    v.Version,
		StartedAt:  apikit.Timestamp(v.StartedAt),
		Records:    v.Engine,
		Signup:     string(signup.Mode),
		Plans:      o.Plans(),
		HasPlans:   o.PlansEnabled(),
		PlansFixed: o.PlansFixed(),
		Counts:     InstallCounts(v.Counts),
		Disk:       InstallDisk(v.Disk),
		Journal:    v.JournalWaiting,
		Checks:     apikit.Map(v.Checks, func(c operator.Check) HealthCheck { return HealthCheck(c) }),
	}), nil
}

type adminPlans struct {
	Plans string `json:"plans" enum:"off,packages" doc:"off: no plans and no limits; packages: workspaces have plans."`
}

func (a *API) adminSetPlans(ctx context.Context, in *apikit.With[adminPlans]) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.ChoosePlans(ctx, plan.Choice(in.Body.Plans))
}
