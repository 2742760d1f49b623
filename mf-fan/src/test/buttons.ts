import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
export const press = (name: string | RegExp) => userEvent.click(button(name));
