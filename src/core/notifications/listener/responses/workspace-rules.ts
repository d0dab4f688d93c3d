/** The response rules of a workspace's listener, whichever of the processes that share the listener has set them. */
import type { AnswerRule } from '../../../../contract/webhooks/answer-rules.ts';
import type { CountedRules } from './answer-rules.ts';
import type { RulesMessage } from '../../shared/messages.ts';
import { createRuleRegister } from '../../shared/rule-register.ts';
import type { SharedListener } from '../../shared/shared-listener.ts';

export interface WorkspaceRules {
  current(): CountedRules;
  set(rules: readonly AnswerRule[]): void;
  /**
   * Restores the rules of an earlier session. They apply unless a process that shares the listener has set others
   * since.
   */
  restore(rules: readonly AnswerRule[]): void;
  /** The number of responses of each rule, so that the process that listens next continues counting. */
  count(used: readonly number[]): void;
  /** This process has begun to listen, or to follow the process that listens. */
  joined(): void;
  /** Receives the rules of another process. */
  receive(message: RulesMessage): void;
}

/** @param listener the listener of this process; undefined while it neither listens nor follows */
export function createWorkspaceRules(
  listener: () => Pick<SharedListener, 'isFollowing' | 'setRules' | 'announceRules'> | undefined,
  onChanged: () => void,
): WorkspaceRules {
  const register = createRuleRegister();
  const announce = () => listener()?.announceRules({ t: 'rules', ...register.current() });
  function use(): void {
    listener()?.setRules(register.current());
    onChanged();
  }
  function change(changeRegister: () => void): void {
    changeRegister();
    use();
    announce();
  }
  return {
    current: register.current,
    set: (rules) => change(() => register.set(rules)),
    restore: (rules) => change(() => register.restore(rules)),
    count(used) {
      register.count(used);
      announce();
    },
    joined() {
      listener()?.setRules(register.current());
      announce();
    },
    receive(message) {
      const isFollowing = listener()?.isFollowing === true;
      // Rules that are in use already are not set again, because that would reset their counts.
      if (register.merge(message, isFollowing)) use();
      if (!isFollowing) announce();
    },
  };
}
