import { CreateTasks1768600000000 } from './create-tasks.js';
import { TaskEvent } from './task-event.entity.js';
import { TaskTurn } from './task-turn.entity.js';
import { Task } from './task.entity.js';

export const entities = [Task, TaskTurn, TaskEvent];
export const migrations = [CreateTasks1768600000000];
