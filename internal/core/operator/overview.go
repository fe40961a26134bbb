package operator

import "time"

// Overview is the state of the install and of one node.
type Overview struct {
	Version        string
	StartedAt      time.Time
	Engine         string // of the records
	Counts         Counts
	Disk           Disk
	JournalWaiting int64 // bytes that the click store has not stored
	Checks         []Check
}

// Counts are the numbers of objects in the install.
type Counts struct {
	Users, SuspendedUsers           int
	Workspaces, SuspendedWorkspaces int
	Domains, FailingDomains         int
	Links, BlockedLinks             int
	OpenAbuseCases                  int
	WaitingTasks, FailedTasks       int
}

// Disk is the disk of the data folder.
type Disk struct{ FreeBytes, DataBytes int64 }

// Check is the result of a health check.
type Check struct {
	Name     string
	OK       bool
	Optional bool
	Error    string // empty if OK
}
