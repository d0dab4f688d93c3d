/** GitHub sends the event's name in a header and its action in `action`; the combined name is `issues.opened`. */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';
import { event, type RequiredFields } from '../definition/required-fields.ts';
import { githubFields } from './fields.ts';

const repo = '{body.repository.full_name}';
const action = '{body.action | words}';

const inRepository = (title: string | string[], fields: RequiredFields = {}) =>
  event(title, { 'repository.full_name': 'string', 'sender.login': 'string', ...fields });

export const github: ProviderDefinition = {
  ...descriptions.github,
  recognize: [{ headers: { 'X-GitHub-Event': true } }],
  event: '{header.x-github-event}[.{body.action}]',
  title: [`{event | words | capital} in ${repo}`, '{event | words | capital}'],
  sentence: [
    '{body.sender.login} commented on "{body.issue.title}": {body.comment.body | line}',
    '{body.sender.login} reviewed "{body.pull_request.title}": {body.review.body | line}',
    '{body.sender.login}: {body.pull_request.title}',
    '{body.sender.login}: {body.issue.title}',
    '{body.sender.login}: {body.discussion.title}',
    '{body.pusher.name}: {body.head_commit.message | line}',
    '{body.workflow_run.display_title}',
    '{header.x-github-event | words | capital}[ {body.action | words}][ by {body.sender.login}][ in {body.repository.full_name}].',
  ],
  subject: [
    `${repo}#{body.pull_request.number}`,
    `${repo}#{body.issue.number}`,
    `${repo} {body.workflow_run.id}`,
    `${repo} {body.workflow_job.run_id}`,
    `${repo} {body.check_run.head_sha}`,
    `${repo} {body.deployment.id}`,
  ],
  status: ['{body.action | words}'],
  identity: '{header.x-github-delivery}',
  fields: githubFields,
  events: {
    'branch_protection_rule.*': inRepository(`Branch protection rule {body.rule.name} ${action} in ${repo}`, {
      rule: 'object',
    }),
    'check_run.*': inRepository(
      [
        `Check {body.check_run.name}: {body.check_run.conclusion | words} in ${repo}`,
        `Check {body.check_run.name} ${action} in ${repo}`,
      ],
      { 'check_run.id': 'integer', 'check_run.status': 'string' },
    ),
    'check_suite.*': inRepository(
      [
        `Checks of {body.check_suite.head_branch}: {body.check_suite.conclusion | words} in ${repo}`,
        `Checks of {body.check_suite.head_sha | short} ${action} in ${repo}`,
      ],
      { 'check_suite.id': 'integer', 'check_suite.head_sha': 'string' },
    ),
    'code_scanning_alert.*': inRepository(`Code scanning alert #{body.alert.number} ${action} in ${repo}`, {
      'alert.number': 'integer',
    }),
    'commit_comment.*': inRepository(`Comment on commit {body.comment.commit_id | short} ${action} in ${repo}`, {
      'comment.id': 'integer',
    }),
    create: inRepository(`{body.ref_type | capital} {body.ref} created in ${repo}`, {
      ref: 'string',
      ref_type: 'string',
    }),
    delete: inRepository(`{body.ref_type | capital} {body.ref} deleted in ${repo}`, {
      ref: 'string',
      ref_type: 'string',
    }),
    'dependabot_alert.*': inRepository(`Dependabot alert #{body.alert.number} ${action} in ${repo}`, {
      'alert.number': 'integer',
    }),
    'deploy_key.*': inRepository(`Deploy key {body.key.title} ${action} in ${repo}`, { 'key.id': 'integer' }),
    'deployment.*': inRepository(`Deployment to {body.deployment.environment} ${action} in ${repo}`, {
      'deployment.id': 'integer',
    }),
    deployment: inRepository(`Deployment to {body.deployment.environment} created in ${repo}`, {
      'deployment.id': 'integer',
    }),
    'deployment_review.*': inRepository([
      `Deployment to {body.environment} ${action} in ${repo}`,
      `Deployment review ${action} in ${repo}`,
    ]),
    deployment_status: inRepository(
      `Deployment to {body.deployment.environment}: {body.deployment_status.state | words} in ${repo}`,
      { 'deployment.id': 'integer' },
    ),
    'deployment_status.*': inRepository(
      `Deployment to {body.deployment.environment}: {body.deployment_status.state | words} in ${repo}`,
      { 'deployment_status.state': 'string' },
    ),
    'discussion.*': inRepository(`Discussion #{body.discussion.number} ${action} in ${repo}`, {
      'discussion.number': 'integer',
    }),
    'discussion_comment.*': inRepository(`Comment on discussion #{body.discussion.number} ${action} in ${repo}`, {
      'comment.id': 'integer',
    }),
    fork: inRepository(`${repo} forked to {body.forkee.full_name}`, { 'forkee.full_name': 'string' }),
    'github_app_authorization.*': event('Authorization of the app {body.action | words} by {body.sender.login}', {
      action: 'string',
    }),
    gollum: inRepository([`Wiki page {body.pages.0.title} {body.pages.0.action | words} in ${repo}`], {
      pages: 'array',
    }),
    'installation.*': event('Installation of the app[ for {body.installation.account.login}]: {body.action | words}', {
      'installation.id': 'integer',
    }),
    'installation_repositories.*': event('Repositories {body.action | words} for {body.installation.account.login}', {
      'installation.id': 'integer',
    }),
    'issue_comment.*': inRepository(`Comment on #{body.issue.number} ${action} in ${repo}`, {
      'issue.number': 'integer',
      'comment.id': 'integer',
    }),
    'issues.*': inRepository(`Issue #{body.issue.number} ${action} in ${repo}`, {
      'issue.number': 'integer',
      'issue.title': 'string',
    }),
    'label.*': inRepository(`Label {body.label.name} ${action} in ${repo}`, { 'label.name': 'string' }),
    'marketplace_purchase.*': event(
      'Marketplace plan of {body.marketplace_purchase.account.login} {body.action | words}',
      { marketplace_purchase: 'object' },
    ),
    'member.*': inRepository(`Collaborator {body.member.login} ${action} in ${repo}`, { 'member.login': 'string' }),
    'membership.*': event('{body.member.login} {body.action | words} in the team {body.team.name}', {
      'team.name': 'string',
    }),
    'merge_group.*': inRepository(`Merge group ${action} in ${repo}`, { 'merge_group.head_sha': 'string' }),
    'meta.*': event('Webhook {body.action | words}[ of {body.repository.full_name}]', { hook_id: 'integer' }),
    'milestone.*': inRepository(`Milestone {body.milestone.title} ${action} in ${repo}`, {
      'milestone.number': 'integer',
    }),
    'organization.*': event('Organization {body.organization.login}: {body.action | words}', {
      'organization.login': 'string',
    }),
    'org_block.*': event('{body.blocked_user.login} {body.action | words} by {body.organization.login}', {
      'organization.login': 'string',
    }),
    'package.*': event('Package {body.package.name} {body.action | words}[ in {body.repository.full_name}]', {
      'package.name': 'string',
    }),
    page_build: inRepository(`Build of the pages: {body.build.status | words} in ${repo}`, {
      'build.status': 'string',
    }),
    ping: event(
      [
        'Ping of the webhook of {body.repository.full_name}',
        'Ping of the webhook of {body.organization.login}',
        'Ping of the webhook',
      ],
      { zen: 'string', hook_id: 'integer' },
    ),
    'project.*': event('Project {body.project.name} {body.action | words}[ in {body.repository.full_name}]', {
      'project.name': 'string',
    }),
    'project_card.*': event('Project card {body.action | words}[ in {body.repository.full_name}]', {
      'project_card.id': 'integer',
    }),
    'project_column.*': event(
      'Project column {body.project_column.name} {body.action | words}[ in {body.repository.full_name}]',
      { 'project_column.name': 'string' },
    ),
    'projects_v2_item.*': event('Project item {body.action | words} in {body.organization.login}', {
      'projects_v2_item.id': 'integer',
    }),
    public: inRepository(`${repo} made public`),
    'pull_request.closed': inRepository(
      [
        `Pull request #{body.number} {body.pull_request.merged | as merged} in ${repo}`,
        `Pull request #{body.number} closed in ${repo}`,
      ],
      { number: 'integer', 'pull_request.title': 'string' },
    ),
    'pull_request.synchronize': inRepository(`Pull request #{body.number} updated in ${repo}`, {
      number: 'integer',
      'pull_request.title': 'string',
    }),
    'pull_request.*': inRepository(`Pull request #{body.number} ${action} in ${repo}`, {
      number: 'integer',
      'pull_request.title': 'string',
    }),
    'pull_request_review.submitted': inRepository(
      `Review of pull request #{body.pull_request.number} in ${repo}: {body.review.state | words}`,
      { 'pull_request.number': 'integer', 'review.state': 'string' },
    ),
    'pull_request_review.*': inRepository(`Review of pull request #{body.pull_request.number} ${action} in ${repo}`, {
      'pull_request.number': 'integer',
      'review.id': 'integer',
    }),
    'pull_request_review_comment.*': inRepository(
      `Review comment on pull request #{body.pull_request.number} ${action} in ${repo}`,
      { 'pull_request.number': 'integer', 'comment.id': 'integer' },
    ),
    'pull_request_review_thread.*': inRepository(
      `Review thread of pull request #{body.pull_request.number} ${action} in ${repo}`,
      { 'pull_request.number': 'integer' },
    ),
    push: inRepository(
      [
        `{body.ref | ref} {body.deleted | as deleted} in ${repo}`,
        `{body.ref | ref} {body.created | as created} in ${repo}`,
        `Push of {body.commits | count commit} to {body.ref | ref} in ${repo}`,
      ],
      { ref: 'string', before: 'string', after: 'string', commits: 'array' },
    ),
    'release.*': inRepository(`Release {body.release.tag_name} ${action} in ${repo}`, { 'release.tag_name': 'string' }),
    'repository.*': inRepository(`Repository ${repo} ${action}`),
    'repository_dispatch.*': inRepository(`Dispatch {body.action} in ${repo}`, { action: 'string' }),
    repository_import: inRepository(`Import of ${repo}: {body.status}`, { status: 'string' }),
    'repository_vulnerability_alert.*': inRepository(`Vulnerability alert in ${repo}: ${action}`, { alert: 'object' }),
    'security_advisory.*': event('Security advisory {body.security_advisory.ghsa_id} {body.action | words}', {
      security_advisory: 'object',
    }),
    'sponsorship.*': event('Sponsorship of {body.sponsorship.sponsorable.login} {body.action | words}', {
      sponsorship: 'object',
    }),
    'star.created': inRepository(`${repo} starred by {body.sender.login}`),
    'star.deleted': inRepository(`Star of ${repo} removed by {body.sender.login}`),
    status: inRepository([`{body.context} {body.state | words} for {body.sha | short} in ${repo}`], {
      sha: 'string',
      state: 'string',
    }),
    'team.*': event('Team {body.team.name} {body.action | words}', { 'team.name': 'string' }),
    team_add: inRepository(`Team {body.team.name} added to ${repo}`, { 'team.name': 'string' }),
    'watch.*': inRepository(`${repo} watched by {body.sender.login}`),
    workflow_dispatch: inRepository(`Workflow {body.workflow} started by hand in ${repo}`, { workflow: 'string' }),
    'workflow_job.*': inRepository(
      [
        `Job {body.workflow_job.name}: {body.workflow_job.conclusion | words} in ${repo}`,
        `Job {body.workflow_job.name} ${action} in ${repo}`,
      ],
      { 'workflow_job.id': 'integer', 'workflow_job.status': 'string' },
    ),
    'workflow_run.*': inRepository(
      [
        `Workflow {body.workflow_run.name}[ #{body.workflow_run.run_number}]: {body.workflow_run.conclusion | words} in ${repo}`,
        `Workflow {body.workflow_run.name}[ #{body.workflow_run.run_number}] ${action} in ${repo}`,
        `Workflow run ${action} in ${repo}`,
      ],
      { 'workflow_run.id': 'integer', 'workflow_run.status': 'string' },
    ),
  },
};
